// Package cluster has work done on any number of machines, with the result of one.
// NATS JetStream carries it; nothing here listens.
//
// # Words
//
// A job is a command: what all its tasks have in common, and where it is. A task is a
// function of its descriptor alone; what it makes, its output, has the same bytes
// wherever it is done, and its name is that of its descriptor. The coordinator is the
// command, which asks for tasks and puts outputs together; workers do them. A pool are
// programs of one build that put outputs into the same place; they do tasks for each
// other, and for nobody else.
//
// # What is on a server
//
//	HALMA_TASKS    halma.task.POOL.JOB.TASK   work queue: one message for each task
//	                                          that waits or is in work
//	HALMA_REPORTS  halma.report.JOB.TASK      what became of tasks: who, SHA-256, size
//	HALMA_DEAD     halma.dead.JOB.TASK        dead letters: tasks that nobody could do
//	halma-jobs     key JOB                    jobs: what they are and their state
//	halma-objects  object SHA-256             outputs of more than 4 KiB
//
// Messages carry descriptors; outputs up to 4 KiB travel in the report, longer ones
// are objects, or files of --shared.
//
// # What happens to a task
//
//	coordinator ── put, if its subject has none ──▶ HALMA_TASKS
//	HALMA_TASKS ── one at a time ──▶ worker ── "in progress" every third of AckWait
//	worker ── output, by SHA-256 ──▶ objects
//	worker ── report ──▶ HALMA_REPORTS ──▶ coordinator
//	worker ── acknowledges, and waits for the answer (DoubleAck) ──▶ gone
//
// A worker that dies says nothing more, and its task is given to another after
// AckWait. One that dies between report and acknowledgement leaves a task that is done
// twice: harmless, for both outputs are the same. After Deliveries tries a task is a
// dead letter with the reason, as at once if it fails; then the job fails.
//
// Who attaches again to a job hears all reports first and asks for what is missing. A
// coordinator also puts tasks in again that it has heard nothing of for some time,
// which the queue refuses if it has them. So a server that lost its disk costs work,
// but no result.
//
// Defects of work queues that are stepped around: MaxAckPending is set when a consumer
// is made and never changed (a change can make a consumer at work stand still);
// nothing depends on the order of messages; an object whose chunks were refused for
// lack of room can look whole to the client that put it, so its chunks are counted.
//
// # Who is believed
//
// Nobody. An output must have the SHA-256 that was reported; the coordinator's command
// replays lines in it. A share of the tasks, chosen by their names, is done again by
// another worker, or by the coordinator where there is no other; a difference makes
// the job fail and names both. With a share of a, a worker that lies in n of its tasks
// is found with a probability of 1−(1−a)^n: of 1 % and 300 lies, 95 %. Measured with a
// worker that flips one bit of each task, --audit 1%, in 200 jobs of each size
// (TestAuditRate, which also sees that it is found just where its tasks are looked at):
//
//	tasks of the job     1      10      30     100     300
//	found            0.0 %   7.5 %  22.5 %  62.5 %  96.0 %
//	1−(1−a)^n        1.0 %   9.6 %  26.0 %  63.4 %  95.1 %
//
// A bit of a layer is found always if it makes something else than a position of the
// puzzle in canonical form in its shard, or spoils a run: both are looked at whoever
// made them.
//
// # Layers
//
// The complete searches of highscore and treffhalma send out shards of a layer, some
// 32,000 positions at once, and what the filter is made of: lengths, rules, gains, and
// the pattern database of row counts, which a worker makes itself if it has more than
// 64 MiB. A worker makes the same filter of it and of the puzzle, and answers with the
// run of the successors that are kept, each once, sorted by shard. Positions travel as
// sorted, compressed runs. The coordinator makes sure that each key is a position of
// the puzzle in canonical form, in its shard, and puts it into its table as if it had
// been found here; when that takes a quarter of --memory it goes to a file as ever.
//
// A wider layer, one whose successors would take more than a quarter of --memory here,
// is put together by workers. Whoever expands a part of the layer before sorts the
// successors by shard into runs, one for each group of shards, which are objects; whoever
// puts a group together takes its runs from all parts, drops what the two layers before
// have, and what the filters of whole positions refuse, and keeps the rest as an object.
// The coordinator has names, counts and digests, and nobody has the layer: each process
// has a part of it at a time. The runs go when the layer is there; the layers stay as
// long as --keep says, for the line is found through them. That positions are positions
// of the puzzle in their places is then looked after by who puts them together, and what
// that is worth by audits. A search that is begun again asks for the same orders, which
// are done; so such layers need no files. With another --memory it begins anew.
//
// Shown with the star with 13 men, free rules, coordinator and two workers of one thread
// with --memory 64MiB each (2026-11, two busy cores): the widest layer of the lengths 25
// and 26 has 6,518,043 positions, 104 MB; they were refuted after 300 s, and after 339 s
// by one process of two threads and 64 MiB, which has layers in files; certificates
// identical. Of the lengths 27 and 28 that process reached its limit of memory in layer
// 8; the cluster expanded 27 million positions of it, 431 MB. The processes had 85 MB
// resident at the most (coordinator) and 131 MB (workers; batches have been half as
// large since), the server, which has no such limit, 1.7 GB.
//
// A filter that depends on the memory there is, that of row counts of which there are
// too many for a pattern database, is not sent: those layers are expanded by the
// coordinator, and go to files where they are wide: its disk has to hold them, no memory
// has to. The searches for gains, the positions near the start and the beams are the
// coordinator's, too: of the square 10×10 with 10 men 86 % of all positions were expanded
// in layers that are sent, 9 % in beams, 4 % for gains, and a beam selects among all its
// successors at once. Other games than highscore and treffhalma have no such layers; of
// solo, batches of generate and rows of table are tasks.
//
// # Rights
//
// A coordinator sets the cluster up if nobody has, so it may do all with the streams
// named above. A worker does with fewer:
//
//	publish    halma.report.>  halma.dead.>  halma.note.>  $O.halma-objects.>
//	           $JS.API.STREAM.INFO.*  $JS.API.STREAM.PURGE.OBJ_halma-objects
//	           $JS.API.CONSUMER.*.HALMA_TASKS.>  $JS.API.CONSUMER.MSG.NEXT.HALMA_TASKS.>
//	           $JS.API.CONSUMER.*.KV_halma-jobs.>  $JS.API.CONSUMER.*.OBJ_halma-objects.>
//	           $JS.API.DIRECT.GET.KV_halma-jobs.>  $JS.API.DIRECT.GET.OBJ_halma-objects.>
//	           $JS.ACK.HALMA_TASKS.>  $JS.FC.>  _INBOX.>
//	subscribe  halma.workers.>  _INBOX.>
//
// # Scale
//
// Measured on two cores with server, coordinator and two workers of one thread on the
// same machine (2026-11, "halma-solve bench --suite cluster --repeat 3"): a task that does
// nothing takes 0.66 ms, one after the other, and 8,500 of them a second go through the
// server; 10,000 endgames are made in 1.10 times the time of one process with two threads,
// and the star with 10 men is proven in 1.64 times that, certificate identical.
//
// Of layers of the star with 10 men (511,399 positions expanded with links) a position
// takes 5.7 bytes on its way to a worker, and what comes of it 41 bytes on the way back:
// 47 bytes for a position expanded, which pass the server once in each direction. Where
// workers put layers together it is 41 bytes to the server, and 57 from it, for parts of
// the two layers before are read besides. The coordinator needs 0.8 s of processor time
// for a million positions expanded elsewhere, unless workers put them together. A core
// expanded 185,000 positions a second of the star with 15 men (477 million in 43 minutes)
// before refutations knew links; since then it is 171 million in 11 minutes. So, for
// workers of one core, as arithmetic from the figures before, which ask for more:
//
//	workers   positions/s   server, each way   coordinator   tasks/s   star, 15 men
//	     10       1.85 M          87 MB/s        1.5 cores        58        4.3 min
//	    100       18.5 M         870 MB/s         15 cores       580         26 s
//	   1000        185 M         8.7 GB/s        150 cores      5800           –
//
// The star with 15 men is 14,900 tasks, twice as many objects and 22 GB each way. For
// 16×16 with 19 men nobody knows the layers; of a search of 10^12 positions it would be
// 31 million tasks, 63 million objects and 47 TB each way, 15 hours with 100 workers,
// and objects, or the coordinator's disk, must hold all layers at 5 bytes a position.
//
// What to set: up to about 13 workers a server with 1 Gb/s does, with the usual
// settings. Beyond, the network is the limit first: 10 Gb/s up to 130 workers, or
// --shared on a file system with several servers, which leaves NATS 1 kB a task. From
// 100 workers on the coordinator is the limit: it wants a machine of 16 cores, or less
// --memory, so that workers put layers together (see Layers), which leaves it names.
// Tasks are no limit: 5,800 a second are less than one server takes; a part has at
// least a shard, so wide layers have larger ones by themselves.
// With --replicas 3 every byte crosses the network twice more. One stream of tasks
// does for all; jobs do not disturb each other but by waiting in the same queue.
//
// A core checks 300,000 submissions of 30 moves a second, which have 0.8 kB each as
// JSON: a cluster pays for them only where the network takes 240 MB/s for each core, or
// where the machine has better things to do.
//
// # Two players
//
// A game of prove --table is a task. A single game is split by the rows of its table
// (package retrograde, split.go): a task is the rows of one part in one level, and only
// mail travels between levels. Paper rules on the rhombus, all processes on two cores with
// other work (2026-11, medians of three; processor seconds, --tablebase and --audit 0):
//
//	                     wall   coordinator   server   workers
//	6×6, 3 men, alone     5.4          3.73
//	with 1 worker         7.2          1.56     0.99   3.5
//	with 2 workers        8.1          1.55     1.12   2.1 + 1.7
//
// So on one machine it brings nothing: the same two cores do the work and the exchange.
// What machines of their own would exchange is counted in memory (BenchmarkExchange):
//
//	                     levels   objects   put       got by 1, 2, 10 machines
//	6×6, 3 men               41       675   28.1 MB   7.6, 20.9, 69.8 MB
//
// The coordinator has 0.4 times the work of one machine, a part of it writing the
// tablebase, and the whole table, in a file with --tablebase; the workers have their parts
// only. So machines can be no more than 2.5 times as fast as one, however many they are;
// whether ten are was not measured on machines of their own. Where a list of games is
// wanted, prove --table with --cluster has no such limit.
//
// # Three machines
//
// One serves, all work; the token is a line of 16 characters or more in a file:
//
//	one$   systemd-run --user --unit halma-server halma-solve cluster serve \
//	           --listen 10.0.0.1:4222 --dir ~/halma-cluster --token-file ~/token
//	each$  systemd-run --user --unit halma-worker -p Restart=always halma-solve worker \
//	           --cluster nats://10.0.0.1:4222 --token-file ~/token
//	any$   halma-solve generate --count 100000 --format jsonl --output puzzles.jsonl \
//	           --cluster nats://10.0.0.1:4222 --token-file ~/token
//
// With Compose, and an image that has the program as its entry point:
//
//	services:
//	  server:
//	    image: halma-solve
//	    command: cluster serve --listen 0.0.0.0:4222 --dir /data --token-file /run/secrets/token
//	    volumes: [data:/data]
//	    secrets: [token]
//	  worker:
//	    image: halma-solve
//	    command: worker --cluster nats://server:4222 --token-file /run/secrets/token --cache none
//	    deploy: {replicas: 2}
//	    secrets: [token]
//	volumes: {data: {}}
//	secrets: {token: {file: ./token}}
package cluster
