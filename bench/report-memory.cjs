// Loaded into a server that is measured: on SIGUSR2 it collects its garbage and tells what is left, one line of JSON.
const v8 = require("node:v8");
const vm = require("node:vm");

v8.setFlagsFromString("--expose-gc");
const collect = vm.runInNewContext("gc");

process.on("SIGUSR2", () => {
  collect();
  const { heapUsed, external, arrayBuffers, rss } = process.memoryUsage();
  console.log(`memory ${JSON.stringify({ heapUsed, external, arrayBuffers, rss })}`);
});
