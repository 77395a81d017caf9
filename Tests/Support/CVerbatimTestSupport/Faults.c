// Makes the n-th system call on the files below a folder fail.
//
// The functions below replace those of the C library in a test program on Linux, also for Foundation: the dynamic
// linker finds a symbol of the program before that of a library. Everywhere else they are not compiled.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "CVerbatimFaults.h"

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SANITIZED 1
#endif
#endif

#if !defined(__linux__) || defined(SANITIZED)

int verbatim_faults_supported(void) { return 0; }
int verbatim_faults_arm(const char *folder, long call, enum verbatim_fault fault, int error) { return -1; }
long verbatim_faults_disarm(int watch) { return 0; }

#else

#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum { WATCHES = 16, DESCRIPTORS = 4096 };

struct watch {
    int is_active;
    char folder[PATH_MAX];
    size_t length;
    long calls;
    long failing;
    enum verbatim_fault fault;
    int error;
};

static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;
static struct watch watches[WATCHES];
/// The number of active watches, so that a call that no one watches costs nothing.
static atomic_int active;
/// The watch of each open file, plus 1.
static _Atomic unsigned char watch_of[DESCRIPTORS];
/// The number of each open file in its file system. The C library closes some files itself, so a descriptor may
/// have become that of another file, or of a socket of another test.
static _Atomic ino_t file_of[DESCRIPTORS];

int verbatim_faults_supported(void) { return 1; }

int verbatim_faults_arm(const char *folder, long call, enum verbatim_fault fault, int error) {
    int found = -1;
    pthread_mutex_lock(&guard);
    for (int i = 0; i < WATCHES && found < 0; i++)
        if (!watches[i].is_active) found = i;
    if (found >= 0) {
        struct watch *watch = &watches[found];
        watch->is_active = 1;
        watch->length = (size_t)snprintf(watch->folder, sizeof watch->folder, "%s/", folder);
        watch->calls = 0;
        watch->failing = call;
        watch->fault = fault;
        watch->error = error;
        atomic_fetch_add(&active, 1);
    }
    pthread_mutex_unlock(&guard);
    return found;
}

long verbatim_faults_disarm(int index) {
    pthread_mutex_lock(&guard);
    long calls = watches[index].calls;
    watches[index].is_active = 0;
    atomic_fetch_sub(&active, 1);
    for (int i = 0; i < DESCRIPTORS; i++)
        if (watch_of[i] == index + 1) watch_of[i] = 0;
    pthread_mutex_unlock(&guard);
    return calls;
}

/// Returns the watch of a path, plus 1, or 0.
static int find(const char *path) {
    if (atomic_load_explicit(&active, memory_order_relaxed) == 0) return 0;
    int found = 0;
    pthread_mutex_lock(&guard);
    for (int i = 0; i < WATCHES && !found; i++)
        if (watches[i].is_active && strncmp(path, watches[i].folder, watches[i].length) == 0) found = i + 1;
    pthread_mutex_unlock(&guard);
    return found;
}

/// Returns the number of an open file in its file system, or 0.
static ino_t number_of(int file) {
    struct stat status;
    int error = errno;
    ino_t number = fstat(file, &status) == 0 ? status.st_ino : 0;
    errno = error;
    return number;
}

static int find_descriptor(int file) {
    if (atomic_load_explicit(&active, memory_order_relaxed) == 0) return 0;
    if (file < 0 || file >= DESCRIPTORS || watch_of[file] == 0) return 0;
    if (number_of(file) != file_of[file]) watch_of[file] = 0;
    return watch_of[file];
}

/// Counts a call of a watch; returns whether it fails, with the error number set.
static int fails(int number) {
    if (number == 0) return 0;
    struct watch *watch = &watches[number - 1];
    pthread_mutex_lock(&guard);
    watch->calls++;
    int now = watch->calls == watch->failing;
    int later = watch->calls > watch->failing && watch->fault == VERBATIM_FAULT_STOP;
    if (now && watch->fault == VERBATIM_FAULT_KILL) {
        kill(getpid(), SIGKILL);
        for (;;) pause();
    }
    if (now || later) errno = watch->error;
    pthread_mutex_unlock(&guard);
    return now || later;
}

/// The function of the C library.
#define REAL(name)                                                                                                     \
    static __typeof__(&name) real;                                                                                     \
    if (!real) real = (__typeof__(&name))dlsym(RTLD_NEXT, #name)

static int opened(int file, int number) {
    if (number > 0 && file >= 0 && file < DESCRIPTORS) {
        file_of[file] = number_of(file);
        watch_of[file] = (unsigned char)number;
    }
    return file;
}

int open(const char *path, int flags, ...) {
    REAL(open);
    va_list arguments;
    va_start(arguments, flags);
    mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(arguments, mode_t) : 0;
    va_end(arguments);
    int number = find(path);
    return fails(number) ? -1 : opened(real(path, flags, mode), number);
}

int open64(const char *path, int flags, ...) {
    REAL(open64);
    va_list arguments;
    va_start(arguments, flags);
    mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(arguments, mode_t) : 0;
    va_end(arguments);
    int number = find(path);
    return fails(number) ? -1 : opened(real(path, flags, mode), number);
}

ssize_t write(int file, const void *bytes, size_t count) {
    REAL(write);
    if (!fails(find_descriptor(file))) return real(file, bytes, count);
    // A disk that is full, or a process that is killed, leaves a part.
    int error = errno;
    if (real(file, bytes, count / 2) < 0) return -1;
    errno = error;
    return -1;
}

ssize_t read(int file, void *bytes, size_t count) {
    REAL(read);
    return fails(find_descriptor(file)) ? -1 : real(file, bytes, count);
}

ssize_t pread(int file, void *bytes, size_t count, off_t offset) {
    REAL(pread);
    return fails(find_descriptor(file)) ? -1 : real(file, bytes, count, offset);
}

int close(int file) {
    REAL(close);
    int number = find_descriptor(file);
    if (number == 0) return real(file);
    watch_of[file] = 0;
    int has_failed = fails(number);
    int error = errno;
    int result = real(file);
    if (!has_failed) return result;
    errno = error;
    return -1;
}

int flock(int file, int operation) {
    REAL(flock);
    return fails(find_descriptor(file)) ? -1 : real(file, operation);
}

int rename(const char *old, const char *new) {
    REAL(rename);
    return fails(find(old)) ? -1 : real(old, new);
}

int link(const char *old, const char *new) {
    REAL(link);
    return fails(find(old)) ? -1 : real(old, new);
}

int unlink(const char *path) {
    REAL(unlink);
    return fails(find(path)) ? -1 : real(path);
}

int rmdir(const char *path) {
    REAL(rmdir);
    return fails(find(path)) ? -1 : real(path);
}

int mkdir(const char *path, mode_t mode) {
    REAL(mkdir);
    return fails(find(path)) ? -1 : real(path, mode);
}

int lstat(const char *path, struct stat *status) {
    REAL(lstat);
    return fails(find(path)) ? -1 : real(path, status);
}

int stat(const char *path, struct stat *status) {
    REAL(stat);
    return fails(find(path)) ? -1 : real(path, status);
}

DIR *opendir(const char *path) {
    REAL(opendir);
    return fails(find(path)) ? NULL : real(path);
}

#endif
