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
    lib: { entry: "src/main.tsx", formats: ["es"], fileName: () => "page.js", cssFileName: "page" },
  },
  test: { environment: "happy-dom", include: ["tests/**/*.test.{ts,tsx}"] },
});
