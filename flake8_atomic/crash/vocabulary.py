"""Which system calls leave the observed directory alone."""

from __future__ import annotations

_HARMLESS = """
access faccessat faccessat2 stat lstat fstat newfstatat statx statfs fstatfs readlink readlinkat
getdents64 getcwd getxattr lgetxattr fgetxattr listxattr llistxattr flistxattr
utime utimes futimesat utimensat flock fadvise64 readahead inotify_init1 inotify_add_watch
inotify_rm_watch
mprotect munmap brk mremap madvise mincore mlock munlock
getpid getppid gettid getuid geteuid getgid getegid getgroups getresuid getresgid getpgrp getpgid getsid
rt_sigaction rt_sigprocmask rt_sigreturn rt_sigpending sigaltstack futex set_robust_list rseq
set_tid_address arch_prctl prctl prlimit64 getrlimit getrusage sysinfo uname times capget
clock_gettime clock_nanosleep clock_getres nanosleep gettimeofday time sched_yield sched_getaffinity
getrandom pipe pipe2 poll ppoll select pselect6 epoll_create1 epoll_ctl epoll_wait epoll_pwait eventfd2
socket connect sendto recvfrom sendmsg recvmsg getsockopt setsockopt getsockname getpeername shutdown
exit exit_group wait4 waitid restart_syscall membarrier kill tgkill
"""
HARMLESS = frozenset(_HARMLESS.split())
"""They read, wait, or change what no crash state shows (times, locks, this process's memory)."""

READS = frozenset(("read", "readv", "pread64", "preadv", "preadv2"))
