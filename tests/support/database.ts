import { inject } from "vitest";
import { connect, type Db } from "@/db/client";
import { createDatabase, dropDatabase } from "./postgres";

export type TestDatabase = { db: Db; url: string; drop: () => Promise<void> };

/** A database of its own for one test file, with a server's pool. */
export async function createTestDatabase(pool: Parameters<typeof connect>[1] = {}): Promise<TestDatabase> {
  const server = inject("postgresUrl");
  const url = await createDatabase(server);
  const { db, close } = connect(url, pool);
  return {
    db,
    url,
    drop: async () => {
      await close();
      await dropDatabase(server, url);
    },
  };
}
