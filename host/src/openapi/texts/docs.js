// Shows the document of this host. Everything that would call another host is off.
Scalar.createApiReference("#reference", {
  url: "{base_path}/openapi.json",
  telemetry: false,
  withDefaultFonts: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  hideClientButton: true,
  showDeveloperTools: "never",
  persistAuth: false,
  // The field for the key stands beside the introduction, and not behind a choice.
  authentication: { preferredSecurityScheme: "api_key" },
  defaultOpenFirstTag: true,
  defaultHttpClient: { targetKey: "shell", clientKey: "curl" },
  metaData: { title: "Quarry API" },
  // The reader's own colours, but for those that are too pale on its backgrounds (WCAG 2.2, 1.4.3: 4.5 to 1).
  customCss: `
    .light-mode {
      --scalar-color-2: #555;
      --scalar-color-3: #636363;
      --scalar-color-blue: #0064a3;
      --scalar-color-green: #00703c;
      --scalar-color-orange: #9a4a00;
      --scalar-color-red: #b3161f;
      --scalar-color-purple: #5b3bb0;
      --scalar-color-yellow: #7a5a00;
      --scalar-sidebar-color-2: #555;
      --scalar-sidebar-search-color: #636363;
    }
    .dark-mode {
      --scalar-color-2: #b5b5b5;
      --scalar-color-3: #a3a3a3;
      --scalar-color-blue: #6cb8f5;
      --scalar-color-red: #ff9a9a;
      --scalar-sidebar-color-2: #b5b5b5;
      --scalar-sidebar-search-color: #a3a3a3;
    }
    .sidebar-search-placeholder { color: var(--scalar-sidebar-search-color); }
    /* The name of a button that copies, for people who hear the page; the reader shows it only to a mouse. */
    .scalar-code-copy .sr-only > .hidden { display: inline; }
    .endpoints { overflow: visible; }
  `,
});
