import type { Work } from "../../state/work";
import { capitals, moment } from "../ids";

type Told = { type: string; about: string; resourceType: string; resource: object };

/** Tells the merchant of something, with the resource as it is at this moment. */
export function emit(work: Work, { type, about, resourceType, resource }: Told): void {
  const id = `WH-${capitals(17)}-${capitals(17)}`;
  const created = moment();
  work.tell({
    id,
    object: "wallet_event",
    type,
    about,
    created,
    told: {
      id,
      event_version: "1.0",
      create_time: created,
      resource_type: resourceType,
      event_type: type,
      summary: type.toLowerCase().replaceAll(/[._]/g, " "),
      resource,
      links: [],
    },
  });
}
