//! Work spread over threads, its results in order.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Condvar, Mutex, PoisonError, mpsc};

/// Pieces a worker of a batch takes at a time: enough that threads hardly ever meet, few enough that results come
/// steadily.
pub(super) const CHUNK: u64 = 8;
/// Chunks that may be finished ahead of one that is not, which bounds memory.
const WINDOW: u64 = 512;

/// Runs `work` for 0, 1, … `count` − 1 on `threads` threads, `size` at a time, and hands the results to `each` in that order, on this
/// thread. Ends early when `each` breaks, when `stop` is set, or at the first failure in order, which is returned.
pub(crate) fn in_order<T: Send, E: Send>(
    count: u64,
    size: u64,
    threads: usize,
    stop: &AtomicBool,
    work: impl Fn(u64) -> Result<T, E> + Sync,
    each: &mut dyn FnMut(T) -> ControlFlow<()>,
) -> Result<(), E> {
    let next = AtomicU64::new(0);
    let halt = AtomicBool::new(false);
    let gate = Gate::default();
    let stopped = || stop.load(Ordering::Relaxed) || halt.load(Ordering::Relaxed);
    std::thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel();
        for _ in 0..threads.max(1) {
            let (sender, stopped) = (sender.clone(), &stopped);
            let (next, gate, work) = (&next, &gate, &work);
            scope.spawn(move || {
                loop {
                    let chunk = next.fetch_add(1, Ordering::Relaxed);
                    let first = chunk.saturating_mul(size);
                    if first >= count || !gate.wait(chunk) {
                        return;
                    }
                    let mut done = Vec::with_capacity(size as usize);
                    for index in first..count.min(first + size) {
                        if stopped() {
                            break;
                        }
                        let result = work(index);
                        let failed = result.is_err();
                        done.push(result);
                        if failed {
                            break;
                        }
                    }
                    if sender.send((chunk, done)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        let result = deliver(&receiver, &gate, &stopped, each);
        halt.store(true, Ordering::Relaxed);
        gate.close();
        result
    })
}

fn deliver<T, E>(
    receiver: &mpsc::Receiver<(u64, Vec<Result<T, E>>)>,
    gate: &Gate,
    stopped: &dyn Fn() -> bool,
    each: &mut dyn FnMut(T) -> ControlFlow<()>,
) -> Result<(), E> {
    let mut waiting = BTreeMap::new();
    let mut due = 0;
    for (chunk, done) in receiver {
        waiting.insert(chunk, done);
        while let Some(done) = waiting.remove(&due) {
            for result in done {
                if each(result?).is_break() {
                    return Ok(());
                }
            }
            // A chunk that was cut short must not be followed by a later one.
            if stopped() {
                return Ok(());
            }
            due += 1;
            gate.advance(due);
        }
    }
    Ok(())
}

/// Keeps workers from running far ahead of what has been handed out.
#[derive(Default)]
struct Gate {
    /// Chunks handed out, or `None` once closed.
    due: Mutex<Progress>,
    moved: Condvar,
}

#[derive(Default)]
struct Progress {
    due: u64,
    closed: bool,
}

impl Gate {
    /// Waits until a chunk may be worked on; false when no more work is wanted.
    fn wait(&self, chunk: u64) -> bool {
        let progress = self.due.lock().unwrap_or_else(PoisonError::into_inner);
        let ahead = |p: &mut Progress| !p.closed && chunk >= p.due + WINDOW;
        let progress = self.moved.wait_while(progress, ahead).unwrap_or_else(PoisonError::into_inner);
        !progress.closed
    }

    fn advance(&self, due: u64) {
        self.due.lock().unwrap_or_else(PoisonError::into_inner).due = due;
        self.moved.notify_all();
    }

    fn close(&self) {
        self.due.lock().unwrap_or_else(PoisonError::into_inner).closed = true;
        self.moved.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn collect(count: u64, threads: usize, fails_at: u64) -> (Vec<u64>, Result<(), u64>) {
        let mut seen = Vec::new();
        let stop = AtomicBool::new(false);
        let work = |i| if i >= fails_at { Err(i) } else { Ok(i) };
        let result = in_order(count, CHUNK, threads, &stop, work, &mut |i| {
            seen.push(i);
            ControlFlow::Continue(())
        });
        (seen, result)
    }

    #[test]
    fn results_come_in_order_whatever_the_threads() {
        for threads in [0, 1, 2, 7] {
            let (seen, result) = collect(10_000, threads, u64::MAX);
            assert_eq!(result, Ok(()));
            assert!(seen.iter().copied().eq(0..10_000), "{threads} threads");
        }
        assert!(collect(0, 2, u64::MAX).0.is_empty());
    }

    #[test]
    fn the_first_failure_in_order_is_the_one_reported() {
        for threads in [1, 2, 7] {
            let (seen, result) = collect(1_000, threads, 101);
            assert_eq!((seen.len(), result), (101, Err(101)));
        }
    }

    #[test]
    fn a_break_ends_the_work() {
        let stop = AtomicBool::new(false);
        let mut seen = 0;
        let result = in_order(u64::MAX, CHUNK, 2, &stop, Ok::<u64, ()>, &mut |_| {
            seen += 1;
            if seen == 100 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        assert_eq!((seen, result), (100, Ok(())));
    }

    #[test]
    fn a_stop_leaves_a_prefix_without_gaps() {
        let stop = AtomicBool::new(false);
        let mut seen = Vec::new();
        let work = |i| {
            if i == 333 {
                stop.store(true, Ordering::Relaxed);
            }
            Ok::<u64, ()>(i)
        };
        let result = in_order(u64::MAX, CHUNK, 3, &stop, work, &mut |i| {
            seen.push(i);
            ControlFlow::Continue(())
        });
        assert_eq!(result, Ok(()));
        assert!(seen.iter().copied().eq(0..seen.len() as u64));
    }
}
