#include "EventQueue.h"

#if defined(__APPLE__)

#include <sys/event.h>
#include <time.h>

int event_queue_open(void) { return kqueue(); }

static void change(int queue, int descriptor, short filter, int was, int is) {
    struct kevent event = {.ident = (unsigned long)descriptor, .filter = filter, .flags = is ? EV_ADD : EV_DELETE};
    if (!was != !is) kevent(queue, &event, 1, 0, 0, 0);
}

void event_queue_watch(int queue, int descriptor, short old, short events) {
    change(queue, descriptor, EVFILT_READ, old & event_readable, events & event_readable);
    change(queue, descriptor, EVFILT_WRITE, old & event_writable, events & event_writable);
}

int event_queue_wait(int queue, struct event_found found[event_batch], int milliseconds) {
    struct kevent events[event_batch];
    struct timespec time = {milliseconds / 1000, milliseconds % 1000 * 1000000};
    int count = kevent(queue, 0, 0, events, event_batch, milliseconds < 0 ? 0 : &time);
    for (int index = 0; index < count; index++) {
        found[index].descriptor = (int)events[index].ident;
        found[index].events = events[index].filter == EVFILT_READ ? event_readable : event_writable;
    }
    return count;
}

#else

#include <sys/epoll.h>

int event_queue_open(void) { return epoll_create1(EPOLL_CLOEXEC); }

void event_queue_watch(int queue, int descriptor, short old, short events) {
    struct epoll_event event = {.events = (unsigned short)events, .data = {.fd = descriptor}};
    epoll_ctl(queue, !old ? EPOLL_CTL_ADD : events ? EPOLL_CTL_MOD : EPOLL_CTL_DEL, descriptor, &event);
}

int event_queue_wait(int queue, struct event_found found[event_batch], int milliseconds) {
    struct epoll_event events[event_batch];
    int count = epoll_wait(queue, events, event_batch, milliseconds);
    for (int index = 0; index < count; index++) {
        found[index].descriptor = events[index].data.fd;
        found[index].events = (short)events[index].events;
    }
    return count;
}

#endif
