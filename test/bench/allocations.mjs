import { getHeapSpaceStatistics, GCProfiler } from 'node:v8';
import { isMainThread } from 'node:worker_threads';

/**
 * Loaded into a product before its program: counts the bytes that its main thread allocates in the young generation
 * between two messages. Objects allocated directly in the old generation and memory outside the heap are not counted.
 */
const YOUNG = ['new_space', 'new_large_object_space'];

if (isMainThread && process.send !== undefined) {
  let counting = null;
  process.on('message', ({ allocations }) => {
    if (allocations === undefined) return;
    const allocatedBytes = counting === null ? 0 : allocated(counting);
    counting = null;
    if (allocations === 'begin') {
      counting = { profiler: new GCProfiler(), startBytes: youngNow() };
      counting.profiler.start();
    }
    process.send({ allocatedBytes });
  });
  process.channel.unref();
}

function allocated({ profiler, startBytes }) {
  const endBytes = youngNow();
  let bytes = 0;
  let left = startBytes;
  for (const { beforeGC, afterGC } of profiler.stop()?.statistics ?? []) {
    bytes += Math.max(0, young(beforeGC.heapSpaceStatistics, 'spaceName', 'spaceUsedSize') - left);
    left = young(afterGC.heapSpaceStatistics, 'spaceName', 'spaceUsedSize');
  }
  return bytes + Math.max(0, endBytes - left);
}

const youngNow = () => young(getHeapSpaceStatistics(), 'space_name', 'space_used_size');

function young(spaces, name, size) {
  return spaces.filter((space) => YOUNG.includes(space[name])).reduce((sum, space) => sum + space[size], 0);
}
