// Go's gorilla/websocket.
package main

import (
	"bytes"
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/gorilla/websocket"
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

func dial(compresses bool) (*websocket.Conn, string) {
	dialer := websocket.Dialer{EnableCompression: compresses, WriteBufferSize: 1024}
	if len(os.Args) > 2 {
		pem, err := os.ReadFile(os.Args[2])
		must(err)
		roots := x509.NewCertPool()
		roots.AppendCertsFromPEM(pem)
		dialer.TLSClientConfig = &tls.Config{RootCAs: roots}
	}
	conn, response, err := dialer.Dial(os.Args[1], nil)
	must(err)
	return conn, response.Header.Get("Sec-WebSocket-Extensions")
}

func echo(conn *websocket.Conn, kind int, data []byte) bool {
	must(conn.WriteMessage(kind, data))
	return answered(conn, kind, data)
}

func answered(conn *websocket.Conn, kind int, data []byte) bool {
	got, payload, err := conn.ReadMessage()
	must(err)
	return got == kind && bytes.Equal(payload, data)
}

func main() {
	conn, _ := dial(false)
	report("text", echo(conn, websocket.TextMessage, []byte("grüße, 世界")))
	report("binary", echo(conn, websocket.BinaryMessage, []byte{0, 1, 2, 253, 254, 255}))
	report("1MiB", echo(conn, websocket.BinaryMessage, bytes.Repeat([]byte("upfor"), 200_000)))

	// A writer sends a fragment whenever its buffer is full.
	prose := []byte(strings.Repeat("lunch, coffee, gym; ", 500))
	writer, err := conn.NextWriter(websocket.TextMessage)
	must(err)
	for _, part := range bytes.SplitAfter(prose, []byte("; ")) {
		_, err = writer.Write(part)
		must(err)
	}
	must(writer.Close())
	report("fragmented", answered(conn, websocket.TextMessage, prose))

	pong := ""
	conn.SetPongHandler(func(data string) error { pong = data; return nil })
	deadline := time.Now().Add(100 * time.Second)
	must(conn.WriteControl(websocket.PingMessage, []byte("hello"), deadline))
	report("ping", echo(conn, websocket.TextMessage, []byte("after")) && pong == "hello")

	farewell := websocket.FormatCloseMessage(websocket.CloseNormalClosure, "done")
	must(conn.WriteControl(websocket.CloseMessage, farewell, deadline))
	_, _, err = conn.ReadMessage()
	report("close", websocket.IsCloseError(err, websocket.CloseNormalClosure))

	conn, extensions := dial(true)
	same := echo(conn, websocket.TextMessage, prose) && echo(conn, websocket.TextMessage, prose)
	if extensions == "" {
		fmt.Println("compressed -")
	} else {
		report("compressed", same)
	}
}
