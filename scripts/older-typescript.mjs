/**
 * dependency-cruiser reads TypeScript through the compiler's JavaScript API, which TypeScript 7 no longer has: loaded
 * before it, this makes it find TypeScript 6, installed under another name.
 */
import Module, { register } from "node:module";

const older = (name) => name.replace(/^typescript(?=$|\/)/, "typescript-6");
const resolveFilename = Module._resolveFilename;
Module._resolveFilename = (name, ...others) => resolveFilename(older(name), ...others);

const hook =
  "export const resolve = (name, at, next) => next(name === 'typescript' ? 'typescript-6' : name, at);";
register(`data:text/javascript,${encodeURIComponent(hook)}`);
