#pragma once

/// A descriptor with events of poll(2), such as POLLIN, which have the same values in epoll(7).
struct epoll_found {
    int descriptor;
    short events;
};

/// Returns a new queue of epoll(7); -1 where there is none, as on Apple's platforms.
///
/// This is in C because no module of the toolchain has its functions.
int epoll_open(void);

/// Watches a descriptor for other events, or for the first time; for no events, no longer.
void epoll_watch(int queue, int descriptor, short events, int is_new);

/// Waits until descriptors are ready, at most some milliseconds unless they are -1, and returns their number;
/// -1 if a signal or an error ended the wait.
int epoll_find(int queue, struct epoll_found *found, int count, int milliseconds);
