import { type ClassValue, clsx } from "clsx";

/** Joins class names. Classes that a caller may override are marked `default:` (globals.css). */
export function cn(...classes: ClassValue[]): string {
  return clsx(classes);
}
