package numa

import (
	"io/fs"
	"strconv"
	"strings"
)

// maxProcessors limits what is believed of a processor's number.
const maxProcessors = 1 << 16

// fromSysfs reads a topology from the folder of nodes that Linux shows, /sys/devices/system/node: in it node0, node1 and so
// on each have a file cpulist, such as "0-3,8-11". Numbers of nodes may have gaps, which are closed, and a node without
// processors does not count. It returns the topology of one node when there is nothing to read.
func fromSysfs(folder fs.FS) *Topology {
	entries, err := fs.ReadDir(folder, ".")
	if err != nil {
		return new(Topology)
	}
	t := new(Topology)
	for _, entry := range entries {
		number, isNode := strings.CutPrefix(entry.Name(), "node")
		if _, err := strconv.ParseUint(number, 10, 32); !isNode || err != nil {
			continue
		}
		list, err := fs.ReadFile(folder, entry.Name()+"/cpulist")
		if err != nil {
			return new(Topology)
		}
		processors, ok := parseList(strings.TrimSpace(string(list)))
		if !ok {
			return new(Topology)
		}
		if len(processors) > 0 {
			t.add(processors)
		}
	}
	return t
}

// add appends a node with these processors.
func (t *Topology) add(processors []uint32) {
	for _, p := range processors {
		for uint32(len(t.nodeOf)) <= p {
			t.nodeOf = append(t.nodeOf, 0)
		}
		t.nodeOf[p] = t.nodes
	}
	t.nodes++
}

// parseList returns the numbers in a list of numbers and ranges, such as "0-3,8".
func parseList(list string) (numbers []uint32, ok bool) {
	if list == "" {
		return nil, true
	}
	for item := range strings.SplitSeq(list, ",") {
		low, high, isRange := strings.Cut(item, "-")
		if !isRange {
			high = low
		}
		first, err := strconv.ParseUint(low, 10, 32)
		last, errLast := strconv.ParseUint(high, 10, 32)
		if err != nil || errLast != nil || last < first || last >= maxProcessors {
			return nil, false
		}
		for n := first; n <= last; n++ {
			numbers = append(numbers, uint32(n))
		}
	}
	return numbers, true
}
