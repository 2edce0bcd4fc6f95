package main

import (
	"slices"

	"github.com/aclements/go-moremath/stats"
)

// sample collects one number of each round, in ascending order.
func sample[T any](rounds []T, of func(T) float64) stats.Sample {
	var s stats.Sample
	for _, r := range rounds {
		s.Xs = append(s.Xs, of(r))
	}
	return *s.Sort()
}

// median returns the median of xs.
func median(xs []float64) float64 {
	return sample(xs, func(x float64) float64 { return x }).Quantile(0.5)
}

// ratios returns the ratios of xs to ys, round by round, in ascending order.
func ratios(xs, ys []float64) stats.Sample {
	var s stats.Sample
	for i := range min(len(xs), len(ys)) {
		s.Xs = append(s.Xs, quotient(xs[i], ys[i]))
	}
	return *s.Sort()
}

// medianRatio returns the median of the ratios of xs to ys.
func medianRatio(xs, ys []float64) float64 { return ratios(xs, ys).Quantile(0.5) }

// quotient returns x/y, and 0, which stands for nothing to compare with, if y is 0.
func quotient(x, y float64) float64 {
	if y == 0 {
		return 0
	}
	return x / y
}

// geometricMean returns the geometric mean of those xs that are not 0, and 0 if none is.
func geometricMean(xs []float64) float64 {
	xs = slices.DeleteFunc(slices.Clone(xs), func(x float64) bool { return x == 0 })
	if len(xs) == 0 {
		return 0
	}
	return stats.GeoMean(xs)
}
