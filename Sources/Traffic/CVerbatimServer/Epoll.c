#include "Epoll.h"

#if defined(__linux__)

#include <sys/epoll.h>

int epoll_open(void) { return epoll_create1(EPOLL_CLOEXEC); }

void epoll_watch(int queue, int descriptor, short events, int is_new) {
    struct epoll_event event = {.events = (unsigned short)events, .data = {.fd = descriptor}};
    epoll_ctl(queue, is_new ? EPOLL_CTL_ADD : events ? EPOLL_CTL_MOD : EPOLL_CTL_DEL, descriptor, &event);
}

int epoll_find(int queue, struct epoll_found *found, int count, int milliseconds) {
    struct epoll_event events[64];
    int ready = epoll_wait(queue, events, count < 64 ? count : 64, milliseconds);
    for (int index = 0; index < ready; index++) {
        found[index].descriptor = events[index].data.fd;
        found[index].events = (short)events[index].events;
    }
    return ready;
}

#else

int epoll_open(void) { return -1; }

void epoll_watch(int queue, int descriptor, short events, int is_new) {}

int epoll_find(int queue, struct epoll_found *found, int count, int milliseconds) { return -1; }

#endif
