/**
 * What one process has once, made by who asks first. On globalThis, because Next.js bundles start-up, middleware,
 * routes, pages and actions separately, and a development server loads its start-up again.
 */
export function perProcess<T extends object>(name: string, make: () => T): T {
  const { steuntje } = globalThis as { steuntje?: Map<string, object> };
  const values = steuntje ?? new Map<string, object>();
  Object.assign(globalThis, { steuntje: values });
  const value = values.get(name) ?? make();
  values.set(name, value);
  return value as T;
}
