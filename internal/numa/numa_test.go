package numa

import (
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

// sysfs is a folder of nodes with these lists of processors.
func sysfs(lists map[string]string) fstest.MapFS {
	folder := fstest.MapFS{"online": &fstest.MapFile{Data: []byte("0\n")}}
	for node, list := range lists {
		folder[node+"/cpulist"] = &fstest.MapFile{Data: []byte(list + "\n")}
	}
	return folder
}

func TestFromSysfs(t *testing.T) {
	for _, test := range []struct {
		name  string
		lists map[string]string
		want  []uint32 // the node of each processor
		nodes int
	}{
		{"nothing", nil, []uint32{0, 0}, 1},
		{"one node", map[string]string{"node0": "0-1"}, []uint32{0, 0}, 1},
		{"two nodes", map[string]string{"node0": "0-3", "node1": "4-7"}, []uint32{0, 0, 0, 0, 1, 1, 1, 1}, 2},
		{"alternating", map[string]string{"node0": "0,2", "node1": "1,3"}, []uint32{0, 1, 0, 1}, 2},
		{"four nodes", map[string]string{"node0": "0", "node1": "1", "node2": "2", "node3": "3"}, []uint32{0, 1, 2, 3}, 4},
		{"gap and node without processors", map[string]string{"node0": "0", "node3": "", "node8": "1-2"}, []uint32{0, 1, 1}, 2},
		{"nonsense", map[string]string{"node0": "0", "node1": "3-1"}, []uint32{0, 0, 0, 0}, 1},
		{"absurd number", map[string]string{"node0": "0", "node1": "4000000000"}, []uint32{0, 0}, 1},
		{"other folders", map[string]string{"node0": "0", "nodes": "1", "power": "2"}, []uint32{0, 0}, 1},
	} {
		topology := fromSysfs(sysfs(test.lists))
		if topology.Nodes() != test.nodes {
			t.Errorf("%s: %d nodes, want %d", test.name, topology.Nodes(), test.nodes)
		}
		for processor, want := range test.want {
			if got := topology.NodeOf(uint32(processor)); got != want {
				t.Errorf("%s: processor %d is of node %d, want %d", test.name, processor, got, want)
			}
		}
		if got := topology.NodeOf(1 << 31); got != 0 {
			t.Errorf("%s: an unknown processor is of node %d, want 0", test.name, got)
		}
	}
}

func TestParseList(t *testing.T) {
	got, ok := parseList("0-2,5,7-8")
	if want := []uint32{0, 1, 2, 5, 7, 8}; !ok || !slices.Equal(got, want) {
		t.Errorf("got %v, %v, want %v", got, ok, want)
	}
	for _, list := range []string{"-", "1-", "a", "2-1", ",", "0," + strings.Repeat("9", 30)} {
		if got, ok := parseList(list); ok {
			t.Errorf("%q was taken for %v", list, got)
		}
	}
}

func TestMachine(t *testing.T) {
	if nodes := Machine().Nodes(); nodes < 1 {
		t.Fatalf("this machine has %d nodes", nodes)
	}
	if node := Node(); int(node) >= Machine().Nodes() {
		t.Errorf("this is node %d of %d", node, Machine().Nodes())
	}
}

func TestPretend(t *testing.T) {
	restore := Pretend(func() uint32 { return 3 })
	inner := Pretend(func() uint32 { return 5 })
	if got := Node(); got != 5 {
		t.Errorf("node %d, want 5", got)
	}
	inner()
	if got := Node(); got != 3 {
		t.Errorf("node %d, want 3", got)
	}
	restore()
	if got := Node(); int(got) >= Machine().Nodes() {
		t.Errorf("node %d is still pretended", got)
	}
}
