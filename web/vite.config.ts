import { defineConfig } from "vitest/config";

// One ES module and one style sheet, without hashes in their names: the server, the notebook widget
// and the HTML file use the same two files.
export default defineConfig({
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  build: {
    outDir: "../src/thalweg/explore/page",
    emptyOutDir: false,
    assetsInlineLimit: 0,
    modulePreload: false,
    target: "es2022",
    // These know light-dark(), so that a notebook can choose between light and dark.
    cssTarget: ["chrome123", "firefox120", "safari17.5"],
    lib: { entry: "src/main.tsx", formats: ["es"], fileName: () => "page.js", cssFileName: "page" },
  },
  test: { environment: "happy-dom", include: ["tests/**/*.test.{ts,tsx}"] },
});
