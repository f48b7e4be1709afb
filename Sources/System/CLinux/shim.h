// The Linux calls that Swift's Glibc module leaves out.
#pragma once

#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/timerfd.h>

// Declared here because <sys/socket.h> hides it unless _GNU_SOURCE came first.
extern int accept4(int socket, struct sockaddr *address, socklen_t *length, int flags);
