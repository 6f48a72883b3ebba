type KeyEvent = { isComposing?: boolean; keyCode: number; nativeEvent?: { isComposing: boolean } }

/**
 * Returns whether a key belongs to an input method, which uses Enter, Escape, the arrow keys and others to choose what the
 * member types. Safari sends the Enter that ends the composition with `isComposing` false and key code 229.
 */
export const isComposing = ({ isComposing, keyCode, nativeEvent }: KeyEvent): boolean =>
  (nativeEvent ? nativeEvent.isComposing : isComposing === true) || keyCode === 229
