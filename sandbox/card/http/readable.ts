import { z } from "zod";
import type { App } from "../../http/app";
import type { Sandbox } from "../../sandbox";
import type { CardKept } from "../kept";
import { missing } from "./api-error";
import { endpoint, ok } from "./endpoint";
import { listed } from "./lists";
import { expand, page, params } from "./params";

type Readable = "charge" | "dispute" | "event" | "refund" | "subscription";

type Reading<K extends Readable> = {
  path: string;
  kind: K;
  /** The fields that a list can be asked for by. */
  by: readonly (keyof CardKept[K] & string)[];
  /** An object as it is now, where that is more than what was kept. */
  view?: (object: CardKept[K]) => CardKept[K];
};

/** The two calls that read a kind of object: a page of those that are asked for, and one by its id. */
export function readable<K extends Readable>(
  app: App,
  sandbox: Sandbox,
  { path, kind, by, view = (object) => object }: Reading<K>,
): void {
  const asked = Object.fromEntries(by.map((field) => [field, z.string().optional()]));
  endpoint(app, sandbox, {
    method: "GET",
    path,
    access: "secret",
    params: params({ ...asked, ...page }),
    run: (work, { params }) => {
      const given: Record<string, unknown> = params;
      const objects = work
        .all(kind)
        .filter((object) =>
          by.every((field) => given[field] === undefined || object[field] === given[field]),
        );
      return listed(path, objects.map(view), params);
    },
  });
  endpoint(app, sandbox, {
    method: "GET",
    path: `${path}/:id`,
    access: "secret",
    params: params({ expand }),
    run: (work, { id }) => {
      const object = work.find(kind, id);
      if (!object) throw missing(kind, id);
      return ok(view(object));
    },
  });
}
