import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import Provider, { interactionPolicy } from "oidc-provider";

/** What a person at the provider is known by. */
export type Claims = {
  sub: string;
  email: string;
  email_verified: boolean;
  name: string;
  given_name?: string;
  family_name?: string;
  picture?: string;
};

export type OpenIdProvider = {
  issuer: string;
  /** Who signs in next, and when they proved there who they are: the provider asks nothing. */
  signsIn: (claims: Claims, at?: Date) => void;
  close: () => Promise<void>;
};

/** An OpenID provider of our own on this machine, in Google's place. */
export async function startOpenIdProvider(client: {
  id: string;
  secret: string;
  redirectUri: string;
}): Promise<OpenIdProvider> {
  const people = new Map<string, Claims>();
  let next = { accountId: "", ts: 0 };
  const policy = interactionPolicy.base();
  policy.add(new interactionPolicy.Prompt({ name: "select_account", requestable: true }));
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(issuer, {
    clients: [{ client_id: client.id, client_secret: client.secret, redirect_uris: [client.redirectUri] }],
    claims: {
      openid: ["sub"],
      email: ["email", "email_verified"],
      profile: ["name", "given_name", "family_name", "picture"],
    },
    // As Google does: the ID token names the person.
    conformIdTokenClaims: false,
    cookies: { keys: ["a key for the tests"] },
    features: { devInteractions: { enabled: false }, claimsParameter: { enabled: true } },
    interactions: {
      policy,
      url: (_, { uid }) => `/sign-in/${uid}`,
    },
    findAccount: (_, id) => ({ accountId: id, claims: () => ({ ...people.get(id) }) }),
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({
        clientId: oidc.client.clientId,
        accountId: oidc.session.accountId,
      });
      grant.addOIDCScope("openid profile email");
      await grant.save();
      return grant;
    },
    ttl: { AccessToken: 60, AuthorizationCode: 60, Grant: 600, IdToken: 60, Interaction: 600, Session: 600 },
  });
  const handle = provider.callback();
  server.on("request", (request, response) => {
    if (!request.url?.startsWith("/sign-in/")) return handle(request, response);
    void provider.interactionFinished(request, response, { login: next, select_account: {} });
  });
  return {
    issuer,
    signsIn: (claims, at = new Date()) => {
      people.set(claims.sub, claims);
      next = { accountId: claims.sub, ts: Math.floor(at.getTime() / 1_000) };
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
