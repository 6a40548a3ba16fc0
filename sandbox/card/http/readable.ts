import { z } from "zod";
import type { App } from "../../http/app";
import type { Sandbox } from "../../sandbox";
import type { Answer } from "../../state/store";
import type { CardRecords } from "../records";
import { ApiError, missing } from "./api-error";
import { endpoint, ok } from "./endpoint";
import { created, isIn, page, params } from "./params";

type Readable =
  | "balance_transaction"
  | "charge"
  | "dispute"
  | "payout"
  | "refund"
  | "subscription"
  | "transfer";

type Reading<K extends Readable> = {
  path: `/${string}`;
  kind: K;
  /** The fields that a list can be filtered by. */
  filters: readonly (keyof CardRecords[K] & string)[];
  /** The object to answer with, where it differs from the stored one. */
  view?: (object: CardRecords[K]) => { id: string };
  /** Those of a connected account are read for it. */
  onAccount?: true;
};

/** Adds the two calls that read a kind of object: a filtered list, and one by its id. */
export function readable<K extends Readable>(
  app: App,
  sandbox: Sandbox,
  { path, kind, filters, view = (object) => object, onAccount }: Reading<K>,
): void {
  const filterParams = Object.fromEntries(filters.map((field) => [field, z.string().optional()]));
  endpoint(app, sandbox, `GET ${path}`, {
    ...(onAccount && { onAccount }),
    params: params({ ...filterParams, created, ...page }),
    run: (work, { params, account }) => {
      const wanted: Record<string, unknown> = params;
      const objects = work
        .all(kind)
        .filter((object) => ownerOf(object) === account && isIn(params.created, object.created))
        .filter((object) =>
          filters.every((field) => wanted[field] === undefined || object[field] === wanted[field]),
        );
      return listed(path, objects.map(view), params);
    },
  });
  endpoint(app, sandbox, `GET ${path}/:id`, {
    ...(onAccount && { onAccount }),
    run: (work, { id, account }) => {
      const object = work.find(kind, id);
      if (!object || ownerOf(object) !== account) throw missing(kind, id);
      return ok(view(object));
    },
  });
}

/** The connected account that an object belongs to; null for the platform. */
function ownerOf(object: object): unknown {
  return "account" in object ? object.account : null;
}

type Page = { limit: number; starting_after?: string | undefined };

/** One page of `objects` (oldest first), listed newest first. @throws ApiError for an unknown `starting_after` */
export function listed<T extends { id: string }>(
  url: string,
  objects: T[],
  { limit, starting_after }: Page,
): Answer {
  const newest = objects.toReversed();
  const after = starting_after === undefined ? -1 : newest.findIndex(({ id }) => id === starting_after);
  if (starting_after !== undefined && after < 0) {
    throw new ApiError(400, `No such object: '${starting_after}'`, {
      code: "resource_missing",
      param: "starting_after",
    });
  }
  const data = newest.slice(after + 1, after + 1 + limit);
  return ok({ object: "list", url, has_more: after + 1 + limit < newest.length, data });
}
