#ifndef CVERBATIM_FAULTS_H
#define CVERBATIM_FAULTS_H

/// What happens at a system call on a file below a folder.
enum verbatim_fault {
    /// The call fails, once.
    VERBATIM_FAULT_ONCE,
    /// The call and all later ones fail without an effect, as if the process had been killed.
    VERBATIM_FAULT_STOP,
    /// The process is killed.
    VERBATIM_FAULT_KILL,
};

/// Whether system calls can be made to fail on this platform and in this build.
int verbatim_faults_supported(void);

/// Watches the calls on files below a folder; returns a number for the functions below, or -1 if too many
/// folders are watched.
///
/// @param folder The path of the folder, without a slash at its end.
/// @param call The number of the call that fails, from 1.
/// @param error The error number of calls that fail.
int verbatim_faults_arm(const char *folder, long call, enum verbatim_fault fault, int error);

/// Ends watching; returns the number of calls so far.
long verbatim_faults_disarm(int watch);

#endif
