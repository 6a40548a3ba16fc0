import { and, eq, isNotNull, isNull, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { appeals, approvals, decisions, holds, requests, users } from "@/db/schema";
import { answerAppeal, liftDecision } from "@/lib/domain/operator/decide";
import { answerWaiting, perform } from "@/lib/domain/operator/deeds";
import { type OperatorPerson, Refusal } from "@/lib/domain/operator/types";
import type { PayoutContext } from "@/lib/domain/payouts/types";
import { MEASURE_RULES, type Measure } from "@/lib/ground/vocabulary";
import { contract } from "@/lib/web/contract";
import { aDecision, addOperator } from "../support/deciding";
import type { Step, World } from "./world";

const OPERATORS = 3;

/** Mostly what ends again: what was returned never does. */
const WEIGHTS: Record<Exclude<Measure, "none">, number> = {
  hidden: 3,
  giving_off: 3,
  held: 5,
  returned: 1,
  suspended: 2,
};
const CHOICES = (Object.keys(WEIGHTS) as (keyof typeof WEIGHTS)[]).flatMap((measure) =>
  (["request", "person"] as const)
    .filter((of) => MEASURE_RULES[measure].of.includes(of))
    .map((of) => ({ of, measure, weight: WEIGHTS[measure] })),
);

/** What operators decide, what people say against it, and what owners do with their own requests. */
export const DECIDING: readonly Step[] = [
  {
    name: "report",
    weight: 1,
    run: async (world) => {
      const [reporter, request] = [world.person(), world.random.pick(world.requests)];
      if (!reporter || !request) return;
      const { status } = await world.call(reporter, "POST", contract.sendReport.path, {
        body: {
          target: { kind: "request", id: request.id },
          ground: world.random.pick(["scam", "untrue", "violence"]),
          text: "This photo is not theirs.",
          goodFaith: true,
        },
      });
      return `${reporter.username} reports ${request.id}: ${status}`;
    },
  },
  {
    name: "an operator decides",
    weight: 4,
    run: (world) =>
      asOperators(world, async (context, [operator]) => {
        const { of, measure } = world.random.weighted(CHOICES);
        const subject = world.random.pick<{ id: string }>(of === "person" ? world.people : world.requests);
        if (!subject) return "nobody";
        const order = aDecision(of, subject.id, measure);
        const outcome = await perform(context, operator, "decide", order);
        return `${measure} ${of} ${subject.id}${"waits" in outcome ? " waits" : ""}`;
      }),
  },
  {
    name: "two operators answer what waits, at once",
    weight: 3,
    run: (world) =>
      asOperators(world, async (context, operators) => {
        const { db } = context;
        const [waiting] = await db.select().from(approvals).where(isNull(approvals.answeredAt)).limit(1);
        if (!waiting) return "nothing waits";
        const isApproved = world.random.chance(0.8);
        const answers = operators.map((operator) =>
          atMostRefused(answerWaiting(context, operator, { id: waiting.id, isApproved, reason: "seen" })),
        );
        return `${waiting.deed}: ${(await Promise.all(answers)).join(", ")}`;
      }),
  },
  {
    name: "appeal",
    weight: 5,
    run: async (world) => {
      const open = await world.system.withBooks(({ db }) => decided(db, { appealed: false }));
      const decision = world.random.pick(open);
      const person = decision?.personId && world.personBy(decision.personId);
      if (!decision || !person) return;
      const path = contract.appealDecision.path.replace("{id}", decision.id);
      const { status } = await world.call(person, "POST", path, { body: { text: "It is mine, truly." } });
      return `${person.username} against ${decision.measure}: ${status}`;
    },
  },
  {
    name: "two operators answer an appeal, at once",
    weight: 5,
    run: (world) =>
      asOperators(world, async (context, operators) => {
        const decision = world.random.pick(await decided(context.db, { appealed: true }));
        if (!decision) return "no appeal";
        const outcome = world.random.chance(0.8) ? ("overturned" as const) : ("upheld" as const);
        const answers = operators.map((operator) =>
          atMostRefused(
            answerAppeal(context, operator, { decision: decision.id, outcome, answer: "We looked again." }),
          ),
        );
        return `${decision.measure} ${outcome}: ${(await Promise.all(answers)).join(", ")}`;
      }),
  },
  {
    name: "an operator lifts a decision",
    weight: 2,
    run: (world) =>
      asOperators(world, async (context, [operator]) => {
        const decision = world.random.pick(await decided(context.db, {}));
        if (!decision) return "nothing is in force";
        const order = { decision: decision.id, reason: "seen again" };
        const outcome = await perform(context, operator, "lift", order);
        return `${decision.measure}${"waits" in outcome ? " waits" : ""}`;
      }),
  },
  {
    name: "pause, resume or close",
    weight: 1,
    run: async (world) => {
      const request = world.random.pick(world.requests);
      const owner = request && world.personBy(request.ownerId);
      if (!request || !owner) return;
      const to = world.random.weighted([
        { name: "pause", weight: 3 },
        { name: "resume", weight: 5 },
        { name: "close", weight: 0.5 },
      ]).name;
      const { status } = await world.call(owner, "POST", `/api/requests/${request.id}/${to}`);
      return `${owner.username} ${to}: ${status}`;
    },
  },
];

/** Lifts everything that is in force, so that what it held moves on. */
export async function liftEverything(world: World): Promise<void> {
  await world.system.withBooks(async (context) => {
    const [operator] = await operatorsOf(context.db);
    for (const { id } of await decided(context.db, {}))
      await liftDecision(context, operator, { decision: id, reason: "the run is over" });
  });
}

/**
 * What decisions made of people, requests and holds is what the decisions in force say, and nothing of it is left when
 * none is.
 * @throws Error otherwise
 */
export async function verifyDecisions(db: Db): Promise<void> {
  const running = sql`d.lifted_at is null`;
  const wrong = await db.execute<{ what: string; id: string }>(sql`
    select 'suspended' as what, u.id from ${users} u where (u.suspended_at is not null) <> exists (
      select from ${decisions} d where ${running} and d.measure = 'suspended' and d.person_id = u.id)
    union all select 'person hidden', u.id from ${users} u where (u.hidden_at is not null) <> exists (
      select from ${decisions} d where ${running} and d.measure = 'hidden' and d.subject = 'person' and d.person_id = u.id)
    union all select 'request hidden', r.id from ${requests} r where r.deleted_at is null and r.is_active = exists (
      select from ${decisions} d where ${running} and (d.subject_id = r.id and d.measure in ('hidden', 'returned')
        or d.subject = 'person' and d.person_id = r.user_id and d.measure = 'hidden'))
    union all select 'giving off', r.id from ${requests} r where r.deleted_at is null
      and (r.giving_off_at is not null) <> exists (
        select from ${decisions} d where ${running} and d.measure = 'giving_off'
          and (d.subject_id = r.id or d.subject = 'person' and d.person_id = r.user_id))
    union all select 'held', d.id from ${decisions} d where d.measure = 'held' and (
      select count(*) from ${holds} h where h.decision_id = d.id and h.lifted_at is null
    ) <> case when ${running} then 1 else 0 end
    union all select 'answered by its decider', a.decision_id from ${appeals} a where a.answered_by = a.decided_by
    union all select 'overturned and in force', d.id from ${decisions} d join ${appeals} a on a.decision_id = d.id
      where a.state = 'overturned' and ${running}`);
  if (wrong.length > 0) throw new Error(`decisions: ${JSON.stringify(wrong.slice(0, 5))}`);
}

/** How many decisions there were by measure, how many were overturned, and how many cents moved on after a hold. */
export async function countDecisions(db: Db): Promise<string> {
  const [row] = await db.execute<Record<string, unknown>>(sql`
    select (select json_object_agg(measure, n) from (
        select measure, count(*) as n from ${decisions} group by 1) m) as decisions,
      (select json_object_agg(state, n) from (select state, count(*) as n from ${appeals} group by 1) a) as appeals,
      (select count(*) from ${approvals} where is_approved) as approved,
      (select json_build_object('transfers', count(*), 'cents', coalesce(sum(t.amount), 0)) from transfers t
        join donations g on g.id = t.donation_id where t.state = 'sent' and exists (
          select from ${holds} h where h.decision_id is not null and h.lifted_at <= t.sent_at
            and (h.user_id = g.recipient_id or h.request_id = g.request_id) and h.placed_at >= g.credited_at)) as moved_on`);
  return JSON.stringify(row);
}

/** Decisions in force that can be lifted or appealed against. */
async function decided(db: Db, { appealed }: { appealed?: boolean }) {
  return db
    .select({ id: decisions.id, personId: decisions.personId, measure: decisions.measure })
    .from(decisions)
    .leftJoin(appeals, eq(appeals.decisionId, decisions.id))
    .where(
      and(
        isNull(decisions.liftedAt),
        sql`${decisions.measure} <> 'none'`,
        appealed === undefined
          ? undefined
          : appealed
            ? eq(appeals.state, "open")
            : isNull(appeals.decisionId),
      ),
    )
    .limit(50);
}

type Several = [OperatorPerson, ...OperatorPerson[]];

async function operatorsOf(db: Db): Promise<Several> {
  const found: OperatorPerson[] = await db
    .select({ id: users.id, name: users.username })
    .from(users)
    .where(isNotNull(users.operatorSince));
  while (found.length < OPERATORS) found.push(await addOperator(db));
  return found as Several;
}

/** In any order. Refusals are returned. */
async function asOperators(
  world: World,
  run: (context: PayoutContext, operators: Several) => Promise<string>,
): Promise<string> {
  return world.system.withBooks(async (context) => {
    const operators = await operatorsOf(context.db);
    const first = world.random.whole(0, operators.length - 1);
    const inTurn = [...operators.slice(first), ...operators.slice(0, first)] as Several;
    return atMostRefused(run(context, inTurn));
  });
}

async function atMostRefused(doing: Promise<unknown>): Promise<string> {
  try {
    const done = await doing;
    return typeof done === "string" ? done : "done";
  } catch (error) {
    if (error instanceof Refusal) return error.message;
    throw error;
  }
}
