// Starts `bridgelang lsp` for .bid files.
const { workspace } = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

function activate() {
  const command = workspace.getConfiguration("bridgelang").get("command");
  client = new LanguageClient(
    "bridgelang",
    "bridgelang",
    { command, args: ["lsp"] },
    { documentSelector: [{ language: "bid" }] },
  );
  return client.start();
}

function deactivate() {
  return client ? client.stop() : undefined;
}

module.exports = { activate, deactivate };
