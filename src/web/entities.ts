import type { InfiniteData } from '@tanstack/react-query'

/**
 * The kinds of entities that responses contain, by name. Each feature adds its own in its `queries.ts`:
 * `declare module '#web/entities.ts' { interface Entities { topic: Topic } }`. Every entity has a numeric `id`.
 */
// biome-ignore lint/suspicious/noEmptyInterface: features add their kinds by declaration merging
export interface Entities {}

export type EntityKind = keyof Entities

/** Receives each entity and returns it, or a changed copy of it. */
export type EntityVisitor = <K extends EntityKind>(kind: K, entity: Entities[K]) => Entities[K]

/**
 * Passes every entity in a value to `visit`. Returns the same value if no entity changed. Traversals are composed to
 * match the shape of a response: `pages(list(entity('post')))`.
 */
export type Traversal<T> = (value: T, visit: EntityVisitor) => T

/** Traverses an entity whose fields may contain other entities; `inside` traverses those fields. */
export const entityTraversal =
  <K extends EntityKind, T extends Entities[K]>(kind: K, inside?: Traversal<T>): Traversal<T> =>
  (value, visit) =>
    visit(kind, inside ? inside(value, visit) : value) as T

/**
 * Traverses an entity that contains entities of the same kind in a field, at any depth, such as a comment with replies.
 */
export const entityTreeTraversal = <
  K extends EntityKind,
  F extends string,
  T extends Entities[K] & Record<F, T[]>,
>(
  kind: K,
  children: F,
): Traversal<T> => {
  const traverse: Traversal<T> = (value, visit) =>
    entityTraversal<K, T>(kind, fieldTraversal(children, listTraversal(traverse)))(value, visit)
  return traverse
}

export const fieldTraversal =
  <F extends string, V, T extends Record<F, V>>(name: F, traverse: Traversal<V>): Traversal<T> =>
  (value, visit) => {
    const before = value[name]
    const after = traverse(before, visit)
    return after === before ? value : { ...value, [name]: after }
  }

export const listTraversal =
  <T>(traverse: Traversal<T>): Traversal<T[]> =>
  (values, visit) => {
    const after = values.map((value) => traverse(value, visit))
    return after.some((value, index) => value !== values[index]) ? after : values
  }

/** Traverses the data of an infinite query. */
export const infiniteDataTraversal = <P>(traverse: Traversal<P>): Traversal<InfiniteData<P>> =>
  fieldTraversal('pages', listTraversal(traverse))

export const nullableTraversal =
  <T>(traverse: Traversal<T>): Traversal<T | null> =>
  (value, visit) =>
    value === null ? null : traverse(value, visit)
