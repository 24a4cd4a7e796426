// The page that `tracefix report` writes. Its data is one JSON object in the page: see src/tracefix/render/report_data.py.

import { render } from "preact";
import { useLayoutEffect, useMemo, useState } from "preact/hooks";

import { TopologyGraph, WaitGraph } from "./graph.jsx";
import { Sequence } from "./sequence.jsx";
import { Source } from "./source.jsx";
import { StatePanel } from "./state.jsx";

const data = JSON.parse(document.getElementById("data").textContent);

function Header({ theme, setTheme }) {
  return (
    <header>
      <h1>
        <span class={`verdict ${data.verdict}`}>{data.verdict}</span> {data.title}
      </h1>
      <p>{data.headline}</p>
      <button type="button" aria-pressed={theme === "dark"} onClick={() => setTheme(theme === "dark" ? "light" : "dark")}>
        dark colours
      </button>
    </header>
  );
}

function Facts({ rows }) {
  return (
    <dl class="facts">
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Diagnosis({ violation }) {
  const d = violation.diagnosis;
  return (
    <section aria-labelledby="diagnosis">
      <h2 id="diagnosis">Diagnosis</h2>
      <p class="summary">{d.summary}</p>
      <Facts
        rows={[
          ["property", violation.verdict],
          ["cause", d.cause],
          ["point of no return", d.no_return],
          ["hint", d.hint],
        ]}
      />
      {d.waits.length > 0 && (
        <>
          <h3>Who waits for whom</h3>
          <WaitGraph waits={d.waits} agents={data.agents} />
          <ul>
            {d.waits.map((wait) => (
              <li key={wait.words}>
                {wait.words} <span class="dim">(line {wait.line})</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

function Controls({ step, count, go, violation }) {
  const told = violation.steps[step];
  return (
    <div class="controls" role="group" aria-label="steps of the trace">
      <button type="button" onClick={() => go(0)} disabled={step === 0}>
        first
      </button>
      <button type="button" onClick={() => go((now) => now - 1)} disabled={step === 0}>
        back
      </button>
      <button type="button" onClick={() => go((now) => now + 1)} disabled={step === count - 1}>
        forward
      </button>
      <button type="button" onClick={() => go(count - 1)} disabled={step === count - 1}>
        last
      </button>
      <label>
        <span>step</span>
        <input
          type="range"
          min="1"
          max={count}
          value={step + 1}
          aria-valuetext={`${step + 1} of ${count}`}
          onInput={(event) => go(Number(event.currentTarget.value) - 1)}
        />
      </label>
      <p aria-live="polite" id="now">
        <b>
          {step + 1} of {count}
        </b>{" "}
        {told.agent ? `${told.agent} at ${told.label}: ` : "initially: "}
        {told.words}
      </p>
    </div>
  );
}

function Trace({ violation, step, setStep }) {
  const count = violation.steps.length;
  // Keys may come faster than the page is drawn: a step is counted from where the last one led.
  const go = (to) => setStep((now) => Math.max(0, Math.min(count - 1, typeof to === "function" ? to(now) : to)));
  // Not an effect after painting: a key that comes with the first picture counts, too.
  useLayoutEffect(() => {
    const onKey = (event) => {
      if (event.altKey || event.ctrlKey || event.metaKey) return;
      const tag = event.target.tagName;
      if (tag === "INPUT" || tag === "SELECT" || tag === "TEXTAREA") return;
      if (event.key === "Home") go(0);
      else if (event.key === "End") go(count - 1);
      else if (event.key === "ArrowLeft") go((now) => now - 1);
      else if (event.key === "ArrowRight") go((now) => now + 1);
      else return;
      event.preventDefault();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [count]);
  return (
    <section aria-labelledby="trace">
      <h2 id="trace">Trace</h2>
      <p class="dim">Left and right arrow keys step through it; Home and End go to its ends.</p>
      <Controls step={step} count={count} go={go} violation={violation} />
      <Sequence violation={violation} agents={data.agents} objects={data.objects} step={step} go={go} />
      <StatePanel violation={violation} agents={data.agents} objects={data.objects} step={step} />
    </section>
  );
}

function Coverage() {
  const found = data.coverage.filter(([, names]) => names.length > 0);
  return (
    <section aria-labelledby="coverage">
      <h2 id="coverage">Coverage</h2>
      {!data.complete && <p>The search did not end, so nothing is said about what never happens.</p>}
      {data.complete && found.length === 0 && <p>Every label is reached, every message sent, every branch taken, every lock contended.</p>}
      {found.length > 0 && <Facts rows={found.map(([name, names]) => [name, names.join(", ")])} />}
    </section>
  );
}

function Page() {
  const preferred = useMemo(() => (window.matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light"), []);
  const [theme, setTheme] = useState(preferred);
  const [chosen, setChosen] = useState(0);
  const violation = data.violations[chosen];
  const [step, setStep] = useState(violation ? violation.steps.length - 1 : 0);
  useLayoutEffect(() => {
    document.documentElement.dataset.theme = theme;
  }, [theme]);
  const choose = (index) => {
    setChosen(index);
    setStep(data.violations[index].steps.length - 1);
  };
  return (
    <>
      <Header theme={theme} setTheme={setTheme} />
      <main>
        {data.violations.length > 1 && (
          <p>
            <label>
              violated property{" "}
              <select value={chosen} onChange={(event) => choose(Number(event.currentTarget.value))}>
                {data.violations.map((item, index) => (
                  <option key={item.property} value={index}>
                    {item.property}
                  </option>
                ))}
              </select>
            </label>
          </p>
        )}
        {violation && <Diagnosis violation={violation} />}
        {violation && <Trace violation={violation} step={step} setStep={setStep} />}
        <Source source={data.source} violation={violation} step={step} agents={data.agents} />
        <section aria-labelledby="topology">
          <h2 id="topology">Topology</h2>
          <TopologyGraph agents={data.agents} objects={data.objects} />
        </section>
        <section aria-labelledby="statistics">
          <h2 id="statistics">Statistics</h2>
          <Facts rows={data.statistics} />
        </section>
        <Coverage />
      </main>
    </>
  );
}

render(<Page />, document.getElementById("page"));
