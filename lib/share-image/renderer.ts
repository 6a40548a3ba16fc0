import "server-only";
import { Renderer } from "@takumi-rs/core";

/** Lays out and draws pictures outside JavaScript's thread. It knows the typefaces it was given, none of the system, and no network. */
export const renderer = new Renderer();
