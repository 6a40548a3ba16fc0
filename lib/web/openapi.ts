import { z } from "zod";
import { leaderboardEntrySchema } from "@/lib/domain/leaderboard/schema";
import { notificationSchema } from "@/lib/domain/messages/schema";
import { requestSchema } from "@/lib/domain/requests/schema";
import { meSchema, publicUserSchema } from "@/lib/domain/users/schema";
import { env } from "@/lib/ground/env";
import { ERROR_STATUS, type ErrorCode } from "@/lib/ground/errors";
import { REQUEST_ID_HEADER } from "@/lib/server/request-id";
import { type Call, contract, errorSchema, isChange, isPaged, needsViewer, statusOf } from "./contract";
import { cookieName } from "./cookies";

type Json = Record<string, unknown>;

const STATUS_TEXT = { 200: "Done", 201: "Created", 202: "Accepted", 204: "Done", 302: "Elsewhere" };

let document: Json | undefined;

/** The HTTP contract as OpenAPI 3.1, made from the schemas that the handlers validate with (api.md). */
export function openApiDocument(): Json & { openapi: string } {
  document ??= build();
  return { openapi: "3.1.1", ...document };
}

function build(): Json {
  const names = nameSchemas();
  const paths: Record<string, Json> = {};
  for (const [name, call] of Object.entries<Call>(contract)) {
    const path = paths[call.path] ?? {};
    path[call.method.toLowerCase()] = operation(name, call, names);
    paths[call.path] = path;
  }
  return {
    info: {
      title: env().appName,
      version: "1",
      description: "Cookies for identity; integer cents for money.",
    },
    servers: [{ url: env().appUrl }],
    paths,
    components: {
      schemas: components(names),
      securitySchemes: { session: { type: "apiKey", in: "cookie", name: cookieName("session") } },
    },
  };
}

/** What an answer is called in the document: the contract's own nouns, or the call's name. */
function nameSchemas(): Map<z.ZodType, string> {
  const names = new Map<z.ZodType, string>([
    [errorSchema, "Error"],
    [meSchema, "Me"],
    [publicUserSchema, "PublicUser"],
    [requestSchema, "Request"],
    [leaderboardEntrySchema, "Entry"],
    [notificationSchema, "Notification"],
  ]);
  for (const [name, call] of Object.entries<Call>(contract)) {
    const { answer } = call;
    if (answer && !names.has(answer)) names.set(answer, `${capital(name)}Answer`);
  }
  return names;
}

function components(names: Map<z.ZodType, string>): Record<string, Json> {
  const registry = z.registry<{ id: string }>();
  for (const [schema, id] of names) registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, { uri: reference, io: "output" });
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, bare(schema)]));
}

function operation(name: string, call: Call, names: Map<z.ZodType, string>): Json {
  return {
    operationId: name,
    summary: call.summary,
    ...(needsViewer(call) && { security: [{ session: [] }] }),
    parameters: [...pathParameters(call), ...queryParameters(call), ...headerParameters(call)],
    ...(call.body && {
      requestBody: {
        required: !call.optionalBody,
        content: json(bare(z.toJSONSchema(call.body, { io: "input" }))),
      },
    }),
    responses: { [statusOf(call)]: success(call, names), ...failures(call, names) },
  };
}

function pathParameters({ path }: Call): Json[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: "path",
    required: true,
    schema: { type: "string" },
  }));
}

function queryParameters({ query }: Call): Json[] {
  if (!query) return [];
  const { properties = {}, required = [] } = z.toJSONSchema(query, { io: "input" });
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: "query",
    required: required.includes(name),
    schema,
  }));
}

function headerParameters(call: Call): Json[] {
  if (!call.idempotent) return [];
  return [
    {
      name: "Idempotency-Key",
      in: "header",
      required: false,
      description: `The same key with the same body${needsViewer(call) ? "" : " by the same signed-in person"} answers the same and does nothing twice.`,
      schema: { type: "string", minLength: 1, maxLength: 255 },
    },
  ];
}

function success(call: Call, names: Map<z.ZodType, string>): Json {
  const { answer, type = "application/json" } = call;
  const schema = answer && { $ref: reference(names.get(answer) ?? "") };
  return {
    description: STATUS_TEXT[statusOf(call)],
    headers: {
      ...headers,
      ...(isPaged(call) && { Link: text('The next page, rel="next"; absent on the last one') }),
      ...(call.status === 302 && { Location: text("Where to go") }),
    },
    ...(schema && { content: Object.fromEntries([type].flat().map((each) => [each, { schema }])) }),
  };
}

function failures(call: Call, names: Map<z.ZodType, string>): Record<string, Json> {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of new Set(errorsOf(call))) {
    byStatus.set(ERROR_STATUS[code], [...(byStatus.get(ERROR_STATUS[code]) ?? []), code]);
  }
  const base = { $ref: reference(names.get(errorSchema) ?? "") };
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      {
        description: codes.join(", "),
        headers: { ...headers, ...(status === 429 && { "Retry-After": text("Seconds to wait") }) },
        content: json({ ...base, properties: { code: { enum: codes } } }),
      },
    ]),
  );
}

/** What a call can refuse: its own errors, and what the wrapper answers before or instead of the handler. */
export function errorsOf(call: Call): ErrorCode[] {
  const { access, method, query, idempotent, stepUp, evicts, evenSuspended } = call;
  const isPersonal = needsViewer(call);
  const changes = isChange(call) && access !== "provider";
  const codes: ErrorCode[] = [...(call.errors ?? []), "INTERNAL", "UNAVAILABLE"];
  if (method !== "GET" || query) codes.push("VALIDATION_ERROR");
  if (method !== "GET") codes.push("BODY_TOO_LARGE", "UNSUPPORTED_MEDIA_TYPE");
  if (changes) codes.push("CROSS_ORIGIN");
  if (isPersonal) codes.push("UNAUTHENTICATED");
  if (isPersonal && changes) codes.push("ACCOUNT_CONTESTED");
  if (isPersonal && changes && !evicts && !evenSuspended) codes.push("SUSPENDED");
  if (stepUp) codes.push("STEP_UP_REQUIRED");
  if (call.limit || call.costlyForm || (changes && !evicts)) codes.push("RATE_LIMITED");
  if (idempotent) codes.push("IDEMPOTENCY_MISMATCH", "IDEMPOTENCY_IN_PROGRESS");
  return codes;
}

const headers = { [REQUEST_ID_HEADER]: text("Names the call in the server's logs") };

function text(description: string): Json {
  return { description, schema: { type: "string" } };
}

function json(schema: Json): Json {
  return { "application/json": { schema } };
}

function reference(name: string): string {
  return `#/components/schemas/${name}`;
}

function capital(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** A schema without the markers of a document of its own. */
function bare({ $schema: _, $id: __, ...schema }: Json): Json {
  return schema;
}
