/** What the tests use of `oidc-provider`, which brings no types. */
declare module "oidc-provider" {
  import type { IncomingMessage, ServerResponse } from "node:http";

  export class Grant {
    constructor(values: { accountId: string; clientId: string });
    addOIDCScope(scope: string): void;
    save(): Promise<string>;
  }

  export namespace interactionPolicy {
    class Prompt {
      constructor(options: { name: string; requestable: boolean });
    }
    function base(): Prompt[] & { add(prompt: Prompt): void };
  }

  type Context = {
    oidc: {
      provider: Provider;
      client: { clientId: string };
      session: { accountId: string };
    };
  };

  export default class Provider {
    constructor(
      issuer: string,
      configuration: {
        clients: Record<string, unknown>[];
        claims: Record<string, string[]>;
        conformIdTokenClaims: boolean;
        cookies: { keys: string[] };
        features: Record<string, { enabled: boolean }>;
        interactions: {
          policy: interactionPolicy.Prompt[];
          url: (ctx: unknown, interaction: { uid: string }) => string;
        };
        findAccount: (
          ctx: unknown,
          id: string,
        ) => { accountId: string; claims: () => Record<string, unknown> };
        loadExistingGrant: (ctx: Context) => Promise<Grant>;
        ttl: Record<string, number>;
      },
    );
    readonly Grant: typeof Grant;
    callback(): (request: IncomingMessage, response: ServerResponse) => void;
    interactionFinished(
      request: IncomingMessage,
      response: ServerResponse,
      result: { login: { accountId: string; ts: number }; select_account: Record<string, never> },
    ): Promise<void>;
  }
}
