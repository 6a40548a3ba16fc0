import { once } from "node:events";
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from "node:http";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import { buffer } from "node:stream/consumers";

/** Frames that wait until the answer is complete; PostgreSQL's protocol needs the others at once. */
const KEPT = new Set(["2", "C", "D", "I", "s"]);
/** Where the message that ends an answer says whether a transaction is open, and how it says that none is. */
const TRANSACTION_STATE = 5;
const OUTSIDE = "I".charCodeAt(0);
/** Headers that are about one connection, or about how a body travels. */
const OF_CONNECTION = new Set(["connection", "content-length", "host", "keep-alive", "transfer-encoding"]);

type Behind = { databaseUrl: string; apiUrl: string };

/**
 * Which answers are steps: all, or those after which the world may differ for good: PostgreSQL's outside of a
 * transaction, and a provider's to more than a question.
 */
export type Steps = "all" | "lasting";

/**
 * A proxy between one command and what it can change: PostgreSQL and the payment providers. It counts their answers and
 * can withhold the n-th: what was asked is done, and the command never gets the answer.
 */
export class Gate {
  /** How many steps passed. */
  passed = 0;
  #keeps = Number.POSITIVE_INFINITY;
  #isShut = false;
  #kept: (() => void)[] = [];
  #tellShut: () => void = () => undefined;
  /** Resolves when an answer is kept. */
  readonly shut = new Promise<void>((resolve) => {
    this.#tellShut = resolve;
  });
  readonly #sockets = new Set<Socket>();
  readonly #database = createServer((client) => this.#relay(client));
  readonly #api = createHttpServer((request, response) => void this.#forward(request, response));

  private constructor(
    private readonly behind: Behind,
    private readonly steps: Steps,
  ) {
    this.#api.on("connection", (socket) => this.#remember(socket));
  }

  static async open(behind: Behind, steps: Steps): Promise<Gate> {
    const gate = new Gate(behind, steps);
    for (const server of [gate.#database, gate.#api]) await once(server.listen(0, "127.0.0.1"), "listening");
    return gate;
  }

  get databaseUrl(): string {
    const url = new URL(this.behind.databaseUrl);
    url.port = String(portOf(this.#database));
    return url.href;
  }

  get apiUrl(): string {
    return `http://127.0.0.1:${portOf(this.#api)}`;
  }

  /** How many answers are kept, and how many calls wait to be passed on. */
  get waiting(): number {
    return this.#kept.length;
  }

  /** The answer that is the n-th step from the beginning is kept, and everything after it. */
  keep(n: number): void {
    this.#keeps = n;
  }

  /**
   * Everything passes again. What a provider answered is delivered now, what it was asked meanwhile is passed on;
   * connections to the database are lost.
   */
  reopen(): void {
    this.#keeps = Number.POSITIVE_INFINITY;
    this.#isShut = false;
    for (const release of this.#kept.splice(0)) release();
  }

  close(): void {
    for (const socket of this.#sockets) socket.destroy();
    for (const server of [this.#database, this.#api]) server.close();
  }

  /** Delivers an answer, or keeps it. */
  #deliver(isLasting: boolean, deliver: () => void, release: () => void): void {
    const isStep = isLasting || this.steps === "all";
    if (!this.#isShut && (!isStep || this.passed + 1 < this.#keeps)) {
      if (isStep) this.passed += 1;
      deliver();
      return;
    }
    this.#isShut = true;
    this.#kept.push(release);
    this.#tellShut();
  }

  #remember(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on("close", () => this.#sockets.delete(socket)).on("error", () => socket.destroy());
  }

  #relay(client: Socket): void {
    const { hostname, port } = new URL(this.behind.databaseUrl);
    const server = connect(Number(port), hostname);
    for (const socket of [client, server]) this.#remember(socket);
    client.on("close", () => server.destroy());
    server.on("close", () => client.destroy());
    client.on("data", (chunk) => {
      if (!this.#isShut) server.write(chunk);
    });
    let isReady = false;
    let answer: Buffer[] = [];
    const frames = framesOf((frame, type) => {
      const isComplete = type === "Z" && isReady;
      isReady ||= type === "Z";
      if (isReady && KEPT.has(type)) {
        answer.push(frame);
      } else if (isComplete) {
        const whole = Buffer.concat([...answer, frame]);
        answer = [];
        this.#deliver(
          frame[TRANSACTION_STATE] === OUTSIDE,
          () => client.write(whole),
          () => client.destroy(),
        );
      } else if (!this.#isShut) {
        client.write(frame);
      }
    });
    server.on("data", frames);
  }

  async #forward(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = "GET", url = "/" } = request;
    const body = await buffer(request);
    // A command may call twice at the same time: the second call must be answered too after the gate opens again.
    if (this.#isShut) await new Promise<void>((resolve) => this.#kept.push(resolve));
    const headers = Object.entries(request.headers).filter(([name]) => !OF_CONNECTION.has(name));
    const answer = await fetch(this.behind.apiUrl + url, {
      method,
      headers: headers as [string, string][],
      ...(body.length > 0 && { body }),
    });
    const bytes = Buffer.from(await answer.arrayBuffer());
    const told = [...answer.headers].filter(([name]) => !OF_CONNECTION.has(name));
    const deliver = () => response.writeHead(answer.status, Object.fromEntries(told)).end(bytes);
    this.#deliver(method !== "GET", deliver, deliver);
  }
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}

/** Cuts what PostgreSQL sends into its messages: a letter, and a length that counts itself. */
function framesOf(take: (frame: Buffer, type: string) => void): (chunk: Buffer) => void {
  let rest = Buffer.alloc(0);
  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    while (rest.length >= 5 && rest.length > rest.readInt32BE(1)) {
      const length = 1 + rest.readInt32BE(1);
      take(rest.subarray(0, length), rest.toString("latin1", 0, 1));
      rest = rest.subarray(length);
    }
  };
}
