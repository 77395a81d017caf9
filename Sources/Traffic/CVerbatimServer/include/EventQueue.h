#pragma once

/// Events of descriptors, which have the values of epoll(7) and poll(2).
enum { event_readable = 1, event_writable = 4 };

/// The number of descriptors that are found at once at most.
enum { event_batch = 64 };

/// A descriptor that is ready. If its peer is gone, further events may be set.
struct event_found {
    int descriptor;
    short events;
};

/// Returns a new queue: of epoll(7) on Linux, of kqueue(2) on Apple's platforms; -1 if there is an error.
///
/// This is in C because no module of the toolchain has the functions of the former.
int event_queue_open(void);

/// Watches a descriptor for events in place of others; for no events, no longer.
void event_queue_watch(int queue, int descriptor, short old, short events);

/// Waits until descriptors are ready, at most some milliseconds unless they are -1, and returns their number;
/// -1 if a signal or an error ended the wait.
int event_queue_wait(int queue, struct event_found found[event_batch], int milliseconds);
