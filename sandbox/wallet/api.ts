import type { OBJECTS } from "./api-description";

type Described = typeof OBJECTS;
type Fields<K extends keyof Described> = Described[K]["fields"];

/** The required fields of an object, and the words that some fields allow. */
type Allowed<K extends keyof Described> = Record<keyof Described[K]["required"], unknown> & {
  [F in keyof Fields<K>]?: Fields<K>[F] extends null ? unknown : keyof Fields<K>[F];
};

/** An object of the wallet provider. One that the provider's API description does not allow does not compile. */
export function described<K extends keyof Described, const T extends Allowed<K>>(
  _kind: K,
  object: T & Record<Exclude<keyof T, keyof Fields<K>>, never>,
): T {
  return object;
}

export type Link = { href: string; rel: string; method?: "GET" | "POST" };

export const link = (rel: string, href: string, method: "GET" | "POST" = "GET") =>
  described("link", { rel, method, href }) satisfies Link;
