import { expect } from "@playwright/test";
import postgres from "postgres";
import { runScript } from "../support/run-script";
import type { Stack } from "../support/stack";
import type { Person } from "./person";
import { tellSandbox } from "./sandbox";

const { databaseUrl, scripts } = JSON.parse(process.env.E2E_STACK ?? "{}") as Stack;

/** Lets a month pass for what somebody received, here and at the provider. */
export async function monthPasses({ page, username }: Person): Promise<void> {
  const sql = postgres(databaseUrl, { max: 1 });
  await sql`update donations set settled_at = settled_at - interval '30 days', created_at = created_at - interval '30 days'
    where recipient_id = (select id from users where username = ${username})`;
  await sql.end();
  await tellSandbox(page.request, "clock", { days: 30 });
}

/** Does at once what housekeeping does within its three minutes. */
export async function reconcile(): Promise<void> {
  const { code, err } = await runScript("reconcile", [], { env: scripts });
  expect(code, err).toBe(0);
}

/** Publishes the open books now, also where those of today are published. */
export async function publishBooks(): Promise<void> {
  const sql = postgres(databaseUrl, { max: 1 });
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`delete from book_nights where night >= current_date - 1`;
  });
  await sql.end();
  const { code, err } = await runScript("admin", ["books", "publish"], { env: scripts });
  expect(code, err).toBe(0);
}
