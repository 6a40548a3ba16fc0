import { type SQL, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { openRequests, places } from "@/db/schema";
import { BANDS, FEWEST_IN_BAND, type Ring } from "./rules";
import type { Place, Position } from "./schema";

/** Towns of which all words of a text begin a word, the largest first. */
export async function selectPlaces(db: Db, text: string, limit: number): Promise<Place[]> {
  const rows = await db.execute<Place>(sql`
    select p.id, p.name, p.country from ${places} p, (select words_of(${text}) as words) asked
    where cardinality(asked.words) > 0
      and not exists (select from unnest(asked.words) word where strpos(p.words, ' ' || word) = 0)
    order by p.inhabitants desc, p.id limit ${limit}`);
  return [...rows];
}

/** A town by its id; null when there is none. */
export async function selectPlace(db: Db, id: number): Promise<Place | null> {
  const [row] = await db.execute<Place>(sql`select id, name, country from ${places} where id = ${id}`);
  return row ?? null;
}

const FARTHEST = BANDS[BANDS.length - 1];

/** The kilometres between two positions, of which the second is that of a town `p`. */
const kmTo = (
  latitude: SQL,
  longitude: SQL,
) => sql`12742 * asin(sqrt(sin(radians(p.latitude - ${latitude}) / 2) ^ 2
  + cos(radians(${latitude})) * cos(radians(p.latitude)) * sin(radians(p.longitude - ${longitude}) / 2) ^ 2))`;

/** Whether a town `p` can be within the widest band; found by an index, and cheaper than the distance. */
const isAround = (latitude: SQL, longitude: SQL) => sql`
  p.latitude between ${latitude} - ${FARTHEST} / 111.0 and ${latitude} + ${FARTHEST} / 111.0
  and p.longitude between ${longitude} - ${FARTHEST} / 55.0 and ${longitude} + ${FARTHEST} / 55.0`;

/** The town nearest to a position, within the widest band. */
export async function selectNearest(db: Db, position: Position): Promise<Place | null> {
  const at = [sql`${position.latitude}::float8`, sql`${position.longitude}::float8`] as const;
  const [row] = await db.execute<Place>(sql`
    select id, name, country from (
      select p.id, p.name, p.country, ${kmTo(...at)} as km from ${places} p where ${isAround(...at)}) near
    where km <= ${FARTHEST} order by km, id limit 1`);
  return row ?? null;
}

/** Around a town: the towns within each distance, without those of the one before, and the requests in them. */
export async function selectRings(db: Db, placeId: number): Promise<Ring[]> {
  const centre = [sql`c.latitude`, sql`c.longitude`] as const;
  const rows = await db.execute<{ band: Ring["band"]; place_ids: number[]; open: number }>(sql`
    with near as materialized (
      select p.id, ${kmTo(...centre)} as km from ${places} c join ${places} p on ${isAround(...centre)}
      where c.id = ${placeId}),
    ring as materialized (
      select band, array(
        select id from near where km <= band and km > coalesce(lag, -1) order by km, id) as place_ids
      from (select band, lag(band) over (order by band) from unnest(${`{${BANDS.join()}}`}::integer[]) band) bands)
    select band, place_ids, (
      select count(*)::int from (
        select from ${openRequests} o where o.place_id = any(ring.place_ids) limit ${FEWEST_IN_BAND}) o) as open
    from ring order by band`);
  return rows.map(({ band, place_ids: placeIds, open }) => ({ band, placeIds, open }));
}
