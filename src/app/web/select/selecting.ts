/** The components that are loaded when a member begins to select posts. */
export { PostCheckbox } from './PostCheckbox.tsx'
export { SelectionBar } from './SelectionBar.tsx'
