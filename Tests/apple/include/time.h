// The declarations that this package uses, as in
// https://github.com/apple-oss-distributions/xnu/blob/main/bsd/sys/_types/_timespec.h
#pragma once

struct timespec {
    long tv_sec;
    long tv_nsec;
};
