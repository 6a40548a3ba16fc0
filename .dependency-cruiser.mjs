/**
 * What may import what (docs/architecture.md). Imports of types count. Tests, scripts and tools may import anything.
 */

/** From bottom to top: a floor imports itself and what is below it. */
const FLOORS = {
  ground: ["^lib/ground/"],
  outside: ["^db/", "^lib/providers/"],
  domain: ["^lib/domain/"],
  doors: [
    "^lib/(web|server|delivery|share-image|statement|actions)/",
    "^app/api/",
    "^app/.+/route[.]ts$",
    "^(middleware|instrumentation)[.]ts$",
  ],
  UI: ["^components/", "^app/(?!api/|.+/route[.]ts$)"],
};

/** The modules of the domain from bottom to top: one imports itself and those before it. */
const MODULES = [
  "incidents",
  "measures",
  "users",
  "holds",
  "photos",
  "leaderboard",
  "messages",
  "sessions",
  "accounts",
  "posts",
  "safety",
  "security",
  "payments",
  "boosts",
  "requests",
  "finding",
  "subscriptions",
  "withdrawals",
  "donations",
  "donors",
  "live",
  "payouts",
  "given",
  "gift-meter",
  "open-books",
  "guests",
  "settlement",
  "privacy",
  "operator",
];

const TEST = "[.]test[.]tsx?$|^sandbox/support[.]ts$";
const APPLICATION = "^(app|components|lib|db|seed)/|^(middleware|instrumentation)[.]ts$";
/** A module's own SQL, and the SQL that it offers to the transactions of other modules. */
const STORE = "(^|[/-])store[.]ts$";
const SHARED_SQL =
  "^lib/domain/[^/]+/(guards|columns|balance|ledger|payable-table|write-messages|outbox)[.]ts$";

const forbid = (name, comment, from, to) => ({ name, severity: "error", comment, from, to });

const floors = Object.entries(FLOORS).flatMap(([name, path], index, all) => {
  const above = all.slice(index + 1).flatMap(([, paths]) => paths);
  return above.length === 0
    ? []
    : [
        forbid(
          `floor-${name}`,
          `${name} imports nothing from a floor above it`,
          { path, pathNot: TEST },
          { path: above },
        ),
      ];
});

const modules = MODULES.flatMap((name, index) => {
  const above = MODULES.slice(index + 1).join("|");
  const comment = `${name} imports only the modules before it in MODULES`;
  const from = { path: `^lib/domain/${name}/`, pathNot: TEST };
  return above ? [forbid(`module-${name}`, comment, from, { path: `^lib/domain/(${above})/` })] : [];
});

/** @type {import("dependency-cruiser").IConfiguration} */
export default {
  forbidden: [
    ...floors,
    ...modules,
    forbid("no-circles", "nothing imports itself by way of others, types included", {}, { circular: true }),
    forbid(
      "module-unknown",
      "every module of the domain has its place in MODULES",
      { path: `^lib/domain/(?!(${MODULES.join("|")})/)` },
      {},
    ),
    forbid(
      "foreign-store",
      "a module's store is private: others call its functions",
      { path: "^lib/domain/([^/]+)/", pathNot: TEST },
      { path: "^lib/domain/.*store[.]ts$", pathNot: "^lib/domain/$1/" },
    ),
    forbid(
      "components-see-no-use-cases",
      "components see only types, schemas and rules of the domain, and nothing of the outside",
      { path: "^components/", pathNot: TEST },
      {
        path: ["^lib/domain/", "^db/", "^lib/providers/"],
        pathNot: "^lib/domain/.*[/-](types|schema|rules)[.]ts$",
      },
    ),
    forbid(
      "providers-without-database",
      "providers know nothing of the database",
      { path: "^lib/providers/" },
      { path: "^db/" },
    ),
    forbid(
      "database-without-providers",
      "the database knows nothing of the providers",
      { path: "^db/" },
      { path: "^lib/providers/" },
    ),
    forbid(
      "drizzle-in-stores-only",
      "Drizzle is used in db/, in stores and in the SQL that modules share",
      {
        path: "^(app|components|lib)/|^(middleware|instrumentation)[.]ts$",
        pathNot: [TEST, STORE, SHARED_SQL],
      },
      { path: "^(node_modules/)?(drizzle-orm|postgres)(/|$)" },
    ),
    forbid(
      "sandbox-apart",
      "the payments sandbox imports nothing of the application and of the tools",
      { path: "^sandbox/", pathNot: TEST },
      { path: `${APPLICATION}|^(tools|scripts)/` },
    ),
    forbid(
      "application-apart",
      "the application imports nothing of the sandbox, the tools, the scripts and the tests",
      { path: APPLICATION, pathNot: [TEST, "^seed/"] },
      { path: "^(sandbox|tools|scripts|tests|seed|bench)/" },
    ),
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    skipAnalysisNotInRules: true,
    doNotFollow: { path: "^node_modules/" },
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "default"] },
  },
};
