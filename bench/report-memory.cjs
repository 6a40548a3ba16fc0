// Loaded into the measured server: on SIGUSR2 it collects garbage and prints its memory in bytes.
const { setTimeout: pause } = require("node:timers/promises");
const v8 = require("node:v8");
const vm = require("node:vm");

v8.setFlagsFromString("--expose-gc");
const collect = vm.runInNewContext("gc");

process.on("SIGUSR2", async () => {
  // What a finalizer or an open answer still refers to is freed one collection later.
  for (let times = 0; times < 5; times += 1) {
    collect();
    await pause(200);
  }
  const { heapUsed, external } = process.memoryUsage();
  console.log(`memory ${heapUsed + external}`);
});
