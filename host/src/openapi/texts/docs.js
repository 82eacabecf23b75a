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
  defaultOpenFirstTag: true,
  defaultHttpClient: { targetKey: "shell", clientKey: "curl" },
  metaData: { title: "Quarry API" },
});
