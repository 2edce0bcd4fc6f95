package workload

// Jain returns Jain's fairness index of shares: 1 when all are equal, 1/n when one of n has everything (R. Jain, D.
// Chiu, W. Hawe: A Quantitative Measure of Fairness and Discrimination for Resource Allocation in Shared Computer
// Systems, 1984). Without any share it is 1: nobody was treated worse than another.
func Jain(shares []float64) float64 {
	var sum, squares float64
	for _, x := range shares {
		sum += x
		squares += x * x
	}
	if squares == 0 {
		return 1
	}
	return sum * sum / (float64(len(shares)) * squares)
}
