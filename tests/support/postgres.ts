import { randomUUID } from "node:crypto";
import postgres from "postgres";
import type { TestProject } from "vitest/node";
import { migrateDatabase } from "@/db/migrate";

declare module "vitest" {
  interface ProvidedContext {
    postgresUrl: string;
    templateDatabase: string;
  }
}

/** Gives every integration test file a PostgreSQL with a migrated template database. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = process.env.TEST_DATABASE_URL;
  if (!server) throw new Error("TEST_DATABASE_URL is missing");
  const template = `template_${randomUUID().replaceAll("-", "")}`;
  const admin = postgres(server, { max: 1, onnotice: () => undefined });
  await admin.unsafe(`create database ${template}`);
  const url = new URL(server);
  url.pathname = `/${template}`;
  await migrateDatabase(url.href);
  project.provide("postgresUrl", server);
  project.provide("templateDatabase", template);
  return async () => {
    await admin.unsafe(`drop database ${template} with (force)`);
    await admin.end();
  };
}
