// What plain C pays for the bytes of a file: from a pipe into a new file, which is synced, renamed
// and whose folder is synced. The pipe stands for a socket.
//
// usage: copy FOLDER COUNT BYTES < /dev/zero      prints microseconds of processor time for one
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

static char piece[65536];

static void must(int holds, const char *what) {
    if (holds) return;
    perror(what);
    exit(1);
}

static double spent(void) {
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1e6 + usage.ru_utime.tv_usec
        + usage.ru_stime.tv_usec;
}

int main(int count, char **words) {
    must(count == 4, "usage: copy FOLDER COUNT BYTES");
    long files = atol(words[2]), bytes = atol(words[3]);
    int ends[2];
    must(socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0, "socketpair");
    if (fork() == 0) {
        close(ends[0]);
        for (long left = files * bytes; left > 0;) {
            ssize_t written = write(ends[1], piece, left < (long)sizeof piece ? left : sizeof piece);
            if (written <= 0) _exit(1);
            left -= written;
        }
        _exit(0);
    }
    close(ends[1]);
    must(chdir(words[1]) == 0, words[1]);
    int folder = open(".", O_RDONLY | O_DIRECTORY);
    double begun = spent();
    for (long file = 0; file < files; file++) {
        char name[32];
        snprintf(name, sizeof name, "copy-%ld", file);
        int draft = open("draft", O_WRONLY | O_CREAT | O_TRUNC, 0600);
        must(draft >= 0, "draft");
        for (long left = bytes; left > 0;) {
            ssize_t got = read(ends[0], piece, left < (long)sizeof piece ? left : sizeof piece);
            must(got > 0 && write(draft, piece, got) == got, "copy");
            left -= got;
        }
        must(fsync(draft) == 0 && close(draft) == 0, "sync");
        must(rename("draft", name) == 0 && fsync(folder) == 0, "rename");
    }
    printf("%.1f\n", (spent() - begun) / files);
    wait(NULL);
    return 0;
}
