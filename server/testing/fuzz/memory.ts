/** Heap size of a server process after garbage collection, via the inspector. */

export interface Megabytes {
  heap: number;
  rss: number;
}

export interface MemoryWatch {
  read(): Promise<Megabytes>;
  close(): void;
}

interface Target {
  webSocketDebuggerUrl: string;
}

const megabyte = 1_048_576;

export async function watchMemory(port: number): Promise<MemoryWatch> {
  const [target] = (await (await fetch(`http://127.0.0.1:${port}/json/list`)).json()) as Target[];
  const socket = new WebSocket(target?.webSocketDebuggerUrl ?? '');
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve, { once: true });
    socket.addEventListener('error', reject, { once: true });
  });
  let last = 0;
  const ask = (method: string, params: object = {}) =>
    new Promise<{ result: { value: string } }>((resolve) => {
      const id = (last += 1);
      const hear = ({ data }: MessageEvent<string>) => {
        const message = JSON.parse(data) as { id?: number; result: { result: { value: string } } };
        if (message.id !== id) return;
        socket.removeEventListener('message', hear);
        resolve(message.result);
      };
      socket.addEventListener('message', hear);
      socket.send(JSON.stringify({ id, method, params }));
    });
  return {
    read: async () => {
      for (let round = 0; round < 3; round += 1) await ask('HeapProfiler.collectGarbage');
      const expression = 'JSON.stringify(process.memoryUsage())';
      const { result } = await ask('Runtime.evaluate', { expression });
      const { heapUsed, rss } = JSON.parse(result.value) as NodeJS.MemoryUsage;
      return { heap: Math.round(heapUsed / megabyte), rss: Math.round(rss / megabyte) };
    },
    close: () => socket.close(),
  };
}
