// Node's ws.
'use strict';
const fs = require('fs');
const WebSocket = require('ws');

const [url, authority] = process.argv.slice(2);
const options = authority ? { ca: fs.readFileSync(authority) } : {};
const report = (name, holds) => console.log(name, holds === null ? '-' : holds ? 'ok' : 'FAILED');
const event = (socket, name) =>
  new Promise((done, failed) => {
    socket.once(name, (...values) => done(values));
    socket.once('error', failed);
  });

async function echo(socket, data, send = () => socket.send(data)) {
  const answer = event(socket, 'message');
  send();
  const [bytes, isBinary] = await answer;
  return isBinary === Buffer.isBuffer(data) && Buffer.from(data).equals(bytes);
}

async function main() {
  let socket = new WebSocket(url, { ...options, perMessageDeflate: false });
  await event(socket, 'open');
  report('text', await echo(socket, 'grüße, 世界'));
  report('binary', await echo(socket, Buffer.from(Array.from({ length: 256 }, (_, n) => n))));
  report('1MiB', await echo(socket, Buffer.alloc(1 << 20, 'upfor')));
  report('fragmented', await echo(socket, 'three small fragments', () => {
    socket.send('three ', { fin: false });
    socket.send('small ', { fin: false });
    socket.send('fragments', { fin: true });
  }));
  const pong = event(socket, 'pong');
  socket.ping('hello');
  report('ping', String((await pong)[0]) === 'hello');
  const closed = event(socket, 'close');
  socket.close(1000, 'done');
  report('close', (await closed)[0] === 1000);

  socket = new WebSocket(url, { ...options, perMessageDeflate: { threshold: 0 } });
  await event(socket, 'open');
  const prose = 'lunch, coffee, gym; '.repeat(500);
  const same = (await echo(socket, prose)) && (await echo(socket, prose));
  report('compressed', socket.extensions ? same : null);
  socket.close();
}

main();
