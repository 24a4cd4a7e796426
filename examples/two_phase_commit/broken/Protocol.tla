---- MODULE Protocol ----
\* A coordinator books a trip with three agents, all parts or none: two-phase commit. Every agent writes into one budget
\* sheet, which one agent at a time may hold.
EXTENDS Integers, Sequences, FiniteSets, TLC

CONSTANTS FREE, COORDINATOR, FLIGHTS, HOTELS, CARS

(*
--algorithm Protocol
variables
    BUDGET = FREE,
    coordinator_to_f = <<>>,
    coordinator_to_h = <<>>,
    coordinator_to_c = <<>>,
    f_to_coordinator = <<>>,
    h_to_coordinator = <<>>,
    c_to_coordinator = <<>>;

macro acquire(lock) begin
    await lock = FREE;
    lock := self;
end macro;

macro release(lock) begin
    assert lock = self;
    lock := FREE;
end macro;

macro send(channel, label) begin
    channel := Append(channel, label);
end macro;

macro receive(channel, into) begin
    await channel # <<>>;
    into := Head(channel);
    channel := Tail(channel);
end macro;

\* Reads the next vote from one participant's channel.
macro count(channel) begin
    await channel # <<>>;
    if Head(channel) = "no" then
        refused := TRUE;
    end if;
    channel := Tail(channel);
    votes := votes + 1;
end macro;

process coordinator \in {COORDINATOR}
variables votes = 0, refused = FALSE;
begin
    ask:
        send(coordinator_to_f, "prepare");
        send(coordinator_to_h, "prepare");
        send(coordinator_to_c, "prepare");
    collect:        \* the votes come in any order
        while votes < 3 do
            either
                count(f_to_coordinator);
            or
                count(h_to_coordinator);
            or
                count(c_to_coordinator);
            end either;
        end while;
    decide:
        if refused then
            send(coordinator_to_f, "abort");
            send(coordinator_to_h, "abort");
            send(coordinator_to_c, "abort");
        else
            send(coordinator_to_f, "commit");
            send(coordinator_to_h, "commit");
            send(coordinator_to_c, "commit");
        end if;
end process;

process f_agent \in {FLIGHTS}
variables f_msg = "";
begin
    f_prepare:
        receive(coordinator_to_f, f_msg);
    f_lock:       \* the budget is ours from here until the trip is decided
        acquire(BUDGET);
    f_vote:
        either
            send(f_to_coordinator, "yes");
        or
            send(f_to_coordinator, "no");
        end either;
    f_decision:
        receive(coordinator_to_f, f_msg);
    f_settle:
        if f_msg = "commit" then
            skip; \* book the flight
        else
            skip; \* forget the offer
        end if;
        release(BUDGET);
end process;

process h_agent \in {HOTELS}
variables h_msg = "";
begin
    h_prepare:
        receive(coordinator_to_h, h_msg);
    h_lock:       \* the budget is ours from here until the trip is decided
        acquire(BUDGET);
    h_vote:
        either
            send(h_to_coordinator, "yes");
        or
            send(h_to_coordinator, "no");
        end either;
    h_decision:
        receive(coordinator_to_h, h_msg);
    h_settle:
        if h_msg = "commit" then
            skip; \* book the hotel
        else
            skip; \* forget the offer
        end if;
        release(BUDGET);
end process;

process c_agent \in {CARS}
variables c_msg = "";
begin
    c_prepare:
        receive(coordinator_to_c, c_msg);
    c_lock:       \* the budget is ours from here until the trip is decided
        acquire(BUDGET);
    c_vote:
        either
            send(c_to_coordinator, "yes");
        or
            send(c_to_coordinator, "no");
        end either;
    c_decision:
        receive(coordinator_to_c, c_msg);
    c_settle:
        if c_msg = "commit" then
            skip; \* book the car
        else
            skip; \* forget the offer
        end if;
        release(BUDGET);
end process;

end algorithm;
*)
====
