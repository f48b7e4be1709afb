// Go's nhooyr.io/websocket.
package main

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"net/http"
	"os"
	"strings"
	"time"

	"nhooyr.io/websocket"
)

func must(err error) {
	if err != nil {
		fmt.Println("error:", err)
		os.Exit(1)
	}
}

func report(name string, holds bool) {
	word := "FAILED"
	if holds {
		word = "ok"
	}
	fmt.Println(name, word)
}

func dial(ctx context.Context, mode websocket.CompressionMode) (*websocket.Conn, string) {
	options := websocket.DialOptions{CompressionMode: mode, CompressionThreshold: 1}
	if len(os.Args) > 2 {
		pem, err := os.ReadFile(os.Args[2])
		must(err)
		roots := x509.NewCertPool()
		roots.AppendCertsFromPEM(pem)
		transport := &http.Transport{TLSClientConfig: &tls.Config{RootCAs: roots}}
		options.HTTPClient = &http.Client{Transport: transport}
	}
	conn, response, err := websocket.Dial(ctx, os.Args[1], &options)
	must(err)
	conn.SetReadLimit(1 << 24)
	return conn, response.Header.Get("Sec-WebSocket-Extensions")
}

type line struct {
	ctx  context.Context
	conn *websocket.Conn
}

func (l line) echo(kind websocket.MessageType, data []byte) bool {
	must(l.conn.Write(l.ctx, kind, data))
	return l.answered(kind, data)
}

func (l line) answered(kind websocket.MessageType, data []byte) bool {
	got, payload, err := l.conn.Read(l.ctx)
	must(err)
	return got == kind && bytes.Equal(payload, data)
}

func main() {
	ctx, cancel := context.WithTimeout(context.Background(), 100*time.Second)
	defer cancel()
	conn, _ := dial(ctx, websocket.CompressionDisabled)
	plain := line{ctx, conn}
	report("text", plain.echo(websocket.MessageText, []byte("grüße, 世界")))
	report("binary", plain.echo(websocket.MessageBinary, []byte{0, 1, 2, 253, 254, 255}))
	report("1MiB", plain.echo(websocket.MessageBinary, bytes.Repeat([]byte("upfor"), 200_000)))

	prose := []byte(strings.Repeat("lunch, coffee, gym; ", 500))
	writer, err := conn.Writer(ctx, websocket.MessageText)
	must(err)
	for _, part := range bytes.SplitAfter(prose, []byte("; ")) {
		_, err = writer.Write(part)
		must(err)
	}
	must(writer.Close())
	report("fragmented", plain.answered(websocket.MessageText, prose))

	// A ping returns only while another goroutine reads.
	ponged := make(chan error, 1)
	go func() {
		err := conn.Ping(ctx)
		must(conn.Write(ctx, websocket.MessageText, []byte("after")))
		ponged <- err
	}()
	alive := plain.answered(websocket.MessageText, []byte("after"))
	report("ping", alive && <-ponged == nil)
	report("close", conn.Close(websocket.StatusNormalClosure, "done") == nil)

	conn, extensions := dial(ctx, websocket.CompressionContextTakeover)
	packed := line{ctx, conn}
	same := packed.echo(websocket.MessageText, prose) && packed.echo(websocket.MessageText, prose)
	if extensions == "" {
		fmt.Println("compressed -")
	} else {
		report("compressed", same)
	}
}
