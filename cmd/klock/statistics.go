package main

import "github.com/aclements/go-moremath/stats"

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

// medianRatio returns the median of the ratios of xs to ys, round by round.
func medianRatio(xs, ys []float64) float64 {
	ratios := make([]float64, min(len(xs), len(ys)))
	for i := range ratios {
		ratios[i] = xs[i] / ys[i]
	}
	return median(ratios)
}
