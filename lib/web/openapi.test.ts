import { beforeAll, describe, expect, it, vi } from "vitest";
import { type Call, contract } from "./contract";
import { openApiDocument } from "./openapi";

type Operation = {
  operationId: string;
  security?: unknown;
  parameters: { name: string; in: string; required: boolean; schema: Record<string, unknown> }[];
  requestBody?: { content: { "application/json": { schema: { properties: Record<string, unknown> } } } };
  responses: Record<string, { description: string; headers: Record<string, unknown>; content?: unknown }>;
};
type Document = {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Record<string, unknown>> };
};

let document: Document;

beforeAll(() => {
  vi.stubEnv("DATABASE_URL", "postgres://localhost/none");
  vi.stubEnv("AUTH_SECRET", "a secret for the tests");
  document = openApiDocument() as unknown as Document;
});

const calls = Object.entries<Call>(contract);

/** They change nothing twice, or nobody is signed in to whom a key could belong. */
const NEITHER_SPENDS_NOR_CREATES = [
  ...["register", "login", "passkeyOptions", "passkeyLogin", "stepUp", "logout"],
  ...["forgotPassword", "resetPassword", "changePassword"],
  ...["changeEmail", "confirmEmail", "undoEmail", "contestUndo"],
  ...["nearestPlace", "pauseRequest", "resumeRequest", "closeRequest", "validateDonation", "reserve"],
  ...["makeGiftLink", "sendCancelLink", "cancelByLink", "startOnboarding", "checkPayee", "renewPush"],
  "reportViolations",
];

const operation = (path: string, method: string) => document.paths[path]![method]!;

describe("the OpenAPI document", () => {
  it("has every call of the contract, by its path, method and name", () => {
    expect(document.openapi).toMatch(/^3\.1\./);
    const described = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(
        ([method, { operationId }]) => `${operationId} ${method.toUpperCase()} ${path}`,
      ),
    );
    expect(described.sort()).toEqual(
      calls.map(([name, { method, path }]) => `${name} ${method} ${path}`).sort(),
    );
  });

  it("refers only to schemas that it holds", () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]*)"/g)].map(
      ([, target]) => target,
    );
    expect(references.length).toBeGreaterThan(10);
    for (const target of references) {
      const [, name] = /^#\/components\/schemas\/(\w+)$/.exec(target ?? "") ?? [];
      expect(document.components.schemas, target).toHaveProperty(name ?? "");
    }
  });

  it("tells a call's parameters", () => {
    const { parameters } = operation("/api/requests/user/{userId}", "get");
    expect(parameters.map(({ name, in: place, required }) => ({ name, place, required }))).toEqual([
      { name: "userId", place: "path", required: true },
      { name: "limit", place: "query", required: false },
      { name: "cursor", place: "query", required: false },
    ]);
    expect(parameters[1]?.schema).toMatchObject({ type: "integer", default: 50, maximum: 100 });
  });

  it("tells what a call takes, needs, answers and refuses", () => {
    const create = operation("/api/requests", "post");
    expect(Object.keys(create.requestBody!.content["application/json"].schema.properties)).toEqual(
      expect.arrayContaining(["item", "description", "goal"]),
    );
    expect(create.security).toEqual([{ session: [] }]);
    expect(create.parameters.map(({ name }) => name)).toEqual(["Idempotency-Key"]);
    expect(create.responses[201]?.content).toEqual({
      "application/json": { schema: { $ref: "#/components/schemas/Request" } },
    });
    expect(create.responses[409]?.description).toBe(
      "MAX_REQUESTS_REACHED, INSUFFICIENT_BOOSTS, IDEMPOTENCY_MISMATCH, IDEMPOTENCY_IN_PROGRESS",
    );
    expect(create.responses[429]?.headers).toHaveProperty("Retry-After");
    expect(create.responses[413]?.description).toBe("BODY_TOO_LARGE");
  });

  it("marks paged lists and answers without content", () => {
    expect(operation("/api/requests", "get").responses[200]?.headers).toHaveProperty("Link");
    expect(operation("/api/requests", "get").security).toBeUndefined();
    expect(operation("/api/requests/{id}", "delete").responses[204]?.content).toBeUndefined();
  });

  it("says in which media types a call answers, also where that comes later", () => {
    const typesOf = (path: string, method: string, status: number) =>
      Object.keys(operation(path, method).responses[status]?.content ?? {});
    expect(typesOf("/api/auth/password/forgot", "post", 202)).toEqual(["application/json"]);
    expect(typesOf("/api/gifts/{donationId}/receipt", "get", 200)).toEqual(["application/pdf"]);
    expect(typesOf("/api/payouts/statement", "get", 200)).toEqual(["application/pdf", "text/csv"]);
    expect(typesOf("/api/gifts/year", "get", 200)).toEqual(["text/csv", "image/jpeg"]);
  });

  it("describes every answer, and says of each call what it refuses", () => {
    for (const [, { path, method }] of calls) {
      const { responses } = operation(path, method.toLowerCase());
      for (const { description } of Object.values(responses)) expect(description, path).toBeTruthy();
      expect(responses[503]?.description, path).toContain("UNAVAILABLE");
      if (method !== "GET") expect(responses[413]?.description, path).toBe("BODY_TOO_LARGE");
    }
    expect(operation("/api/webhooks/stripe", "post").responses[502]?.description).toBe(
      "PROVIDER_UNAVAILABLE",
    );
    expect(operation("/api/auth/password/reset", "post").responses[401]?.description).toBe(
      "INVALID_CREDENTIALS",
    );
    expect(operation("/api/payouts", "post").responses[403]?.description).toContain("STEP_UP_REQUIRED");
  });

  it("has Idempotency-Key for every POST of a signed-in person that spends or creates", () => {
    const others = calls.filter(
      ([, { method, access, idempotent }]) => method === "POST" && access !== "provider" && !idempotent,
    );
    expect(others.map(([name]) => name)).toEqual(NEITHER_SPENDS_NOR_CREATES);
  });
});
