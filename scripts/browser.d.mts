/** Returns the path of a working Chromium, preferably of the headless shell, or null. */
export declare const findBrowser: () => Promise<string | null>
