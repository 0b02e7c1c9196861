package retrograde

import "sync"

// A position that is settled in a level concerns those from which a turn leads to it:
// they are in one row, that of the army that waited then and moves now. mail takes the
// news there. The box of a row has the numbers of the rows that wrote, as differences, in
// bytes of 7 bits: with a position in twenty settled in a level that is one byte for each.
// Where a number is not above the one before, a 0 and 1 more than the number come instead.
//
// Boxes are chains of chunks, whose memory goes from the boxes that were read to those
// that are written. Nothing else of a level has to be kept.
type mail struct {
	rows    int
	streams int     // one for each writer: of a box there are as many parts
	boxes   [][]box // [kind*streams + stream]; nil where nothing was written
}

// box is a row's mail of a kind from one writer.
type box struct {
	last uint32 // 1 + the last sender
	head uint32 // the first chunk; 0 for none
	tail uint32 // the last one
	used uint32 // bytes of it
}

// chunk is the number of the next one and bytes.
type chunk struct {
	next uint32
	data [60]byte
}

const (
	slabBits  = 12 // chunks of which memory is taken at a time
	slabMask  = 1<<slabBits - 1
	slabBytes = 64 << slabBits
)

// depot holds the chunks. It is shared by workers, who take and bring them by the
// slab.
type depot struct {
	in     *arena // where they are
	mu     sync.Mutex
	slabs  []*[1 << slabBits]chunk
	free   []uint32 // heads of chains of slabMask+1 chunks
	failed error    // to take place, in part of a level
}

// clerk is one worker's access to mail.
type clerk struct {
	*depot
	slabs []*[1 << slabBits]chunk // those that it may meet
	spare uint32                  // head of a chain of chunks
	count int                     // of them
}

func (d *depot) clerk() *clerk {
	d.mu.Lock()
	defer d.mu.Unlock()
	return &clerk{depot: d, slabs: d.slabs}
}

// meet learns of the chunks that others have taken.
func (c *clerk) meet() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.slabs = c.depot.slabs
}

func (c *clerk) chunk(n uint32) *chunk { return &c.slabs[n>>slabBits][n&slabMask] }

// take returns a chunk.
func (c *clerk) take() uint32 {
	if c.spare == 0 {
		c.fetch()
	}
	n := c.spare
	at := c.chunk(n)
	c.spare, at.next = at.next, 0
	c.count--
	return n
}

// fetch gets more chunks from the depot.
func (c *clerk) fetch() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.count = slabMask + 1
	if n := len(c.free); n > 0 {
		c.spare, c.free = c.free[n-1], c.free[:n-1]
		c.slabs = c.depot.slabs
		return
	}
	slab, err := c.in.slab()
	if err != nil {
		c.failed = err
	}
	first := uint32(len(c.depot.slabs)) << slabBits
	for i := range slab[:slabMask] {
		slab[i].next = first + uint32(i) + 1
	}
	if c.spare = first; first == 0 { // chunk 0 is none
		c.spare = 1
		c.count--
	}
	c.depot.slabs = append(c.depot.slabs, slab)
	c.slabs = c.depot.slabs
}

// bring gives the chunks of a box back.
func (c *clerk) bring(b *box) {
	for n := b.head; n != 0; {
		at := c.chunk(n)
		next := at.next
		if c.count > slabMask { // more than a slab: to the depot
			c.mu.Lock()
			c.free = append(c.free, c.spare)
			c.mu.Unlock()
			c.spare, c.count = 0, 0
		}
		at.next = c.spare
		c.spare = n
		c.count++
		n = next
	}
	*b = box{}
}

// bytes returns how much memory has been taken.
func (d *depot) bytes() int64 { return int64(len(d.slabs)) * slabBytes }

func newMail(rows, streams, subjects int) *mail {
	return &mail{rows: rows, streams: streams, boxes: make([][]box, subjects*streams)}
}

// bytes returns the memory of the boxes, without chunks.
func (m *mail) bytes() (n int64) {
	for _, boxes := range m.boxes {
		n += 16 * int64(len(boxes))
	}
	return n
}

// to returns the boxes of a kind that a stream writes. No two goroutines may ask for
// those of one stream.
func (m *mail) to(kind, stream int) []box {
	b := &m.boxes[kind*m.streams+stream]
	if *b == nil {
		*b = make([]box, m.rows)
	}
	return *b
}

// put writes the number of a sender into a box. Senders come in increasing order, but for
// two of the same row and where a worker goes through rows once more.
func (c *clerk) put(b *box, sender uint32) {
	d := sender + 1 - b.last
	if sender < b.last {
		c.putByte(b, 0)
		d = sender + 1
	}
	b.last = sender + 1
	if d < 128 && b.used-1 < uint32(len(chunk{}.data))-1 { // begun, not full
		c.chunk(b.tail).data[b.used] = byte(d)
		b.used++
		return
	}
	for d >= 128 {
		c.putByte(b, byte(d)|128)
		d >>= 7
	}
	c.putByte(b, byte(d))
}

func (c *clerk) putByte(b *box, x byte) {
	if b.head == 0 {
		b.head = c.take()
		b.tail, b.used = b.head, 0
	} else if b.used == uint32(len(chunk{}.data)) {
		n := c.take()
		c.chunk(b.tail).next = n
		b.tail, b.used = n, 0
	}
	c.chunk(b.tail).data[b.used] = x
	b.used++
}

// read appends the senders of a kind to dst. It leaves the mail where it is.
func (c *clerk) read(dst []uint32, m *mail, kind, row int) []uint32 {
	for stream := range m.streams {
		if boxes := m.boxes[kind*m.streams+stream]; boxes != nil {
			dst = c.readBox(dst, &boxes[row])
		}
	}
	return dst
}

func (c *clerk) readBox(dst []uint32, b *box) []uint32 {
	last, d, shift := uint32(0), uint32(0), 0
	for n := b.head; n != 0; {
		at := c.chunk(n)
		data := at.data[:]
		if n == b.tail {
			data = data[:b.used]
		}
		for _, x := range data {
			d |= uint32(x&127) << shift
			if x >= 128 {
				shift += 7
				continue
			}
			if d == 0 { // the next one is not above
				last, shift = 0, 0
				continue
			}
			last += d
			dst = append(dst, last-1)
			d, shift = 0, 0
		}
		n = at.next
	}
	return dst
}

// clear gives back the chunks of a row.
func (c *clerk) clear(m *mail, row int) {
	for kind := range len(m.boxes) / m.streams {
		c.clearKind(m, kind, row)
	}
}

// clearKind gives back the chunks of a row's mail of a kind.
func (c *clerk) clearKind(m *mail, kind, row int) {
	for _, boxes := range m.boxes[kind*m.streams : (kind+1)*m.streams] {
		if boxes != nil && boxes[row].head != 0 {
			c.bring(&boxes[row])
		}
	}
}

// postman writes what a worker finds in a row.
type postman struct {
	*space
	*clerk
	at     int // the row
	mail   *mail
	stream int
	out    [3][]box // by kind, as far as there was something to write
}

// deliverTo makes the postman write a stream of m.
func (p *postman) deliverTo(m *mail, stream int) {
	p.mail, p.stream, p.out = m, stream, [3][]box{}
}

// tell writes of a position of the row to the row of the side that moves in it, which
// waited before the turn that led to it. Of a position and its mirror image one is in
// that row; of two in a row that is its own mirror image, the other one tells as well.
func (p *postman) tell(kind int, mine army) {
	own := p.own(p.at)
	at := p.byRank[p.rank(mine)]
	to, sender := int(at>>1), uint32(p.at)<<1
	if at&1 == 0 {
		p.write(kind, to, sender)
		if !own && p.own(to) {
			p.write(kind, to, sender|1)
		}
	} else if !own {
		p.write(kind, to, sender|1)
	}
}

func (p *postman) write(kind, row int, sender uint32) {
	if p.out[kind] == nil {
		p.out[kind] = p.mail.to(kind, p.stream)
	}
	p.put(&p.out[kind][row], sender)
}

// sender returns the army of which a letter tells.
func (s *space) sender(n uint32) army {
	if n&1 != 0 {
		return s.images[n>>1]
	}
	return s.sets[n>>1]
}
