%% Answers questions about the node that it runs in: one expression a line on standard input,
%% "= " and its value on standard output. The node ends with its input, so it does not outlive its
%% caller.
-module(control).
-export([start/0, people/3, collect/0]).

start() ->
    spawn(fun() -> listen() end).

listen() ->
    case io:get_line("") of
        Line when is_list(Line) ->
            io:format("= ~0p~n", [value(Line)]),
            listen();
        _ ->
            erlang:halt(0, [{flush, false}])
    end.

value(Line) ->
    {ok, Tokens, _} = erl_scan:string(Line),
    {ok, Expressions} = erl_parse:parse_exprs(Tokens),
    try erl_eval:exprs(Expressions, []) of
        {value, Value, _} -> Value
    catch
        Class:Reason -> {Class, Reason}
    end.

%% Accounts u_0, u_1 ... with one password. Each is a friend of those at these distances in the
%% circle; without distances neighbours are friends: 0 and 1, 2 and 3 ... Their tables move to
%% memory, with a log on the disk: as they come, they are read from the disk.
people(Size, Distances, Password) ->
    [{atomic, ok} = mnesia:change_table_copy_type(Table, node(), disc_copies)
     || Table <- [passwd, roster]],
    lists:foreach(
        fun(Number) ->
            Person = {name(Number), <<"localhost">>},
            ok = mnesia:dirty_write({passwd, Person, Password}),
            [befriend(Person, name(Friend)) || Friend <- friends(Number, Size, Distances)]
        end,
        lists:seq(0, Size - 1)),
    mnesia:dump_log(),
    Size.

friends(Number, _, []) -> [Number bxor 1];
friends(Number, Size, Distances) -> [(Number + Distance) rem Size || Distance <- Distances].

%% A row of mod_roster's table.
befriend({Name, Host} = Person, Friend) ->
    Other = {Friend, Host, <<>>},
    Row = {roster, {Name, Host, Other}, Person, Other, <<>>, both, none, [], <<>>, []},
    ok = mnesia:dirty_write(Row).

name(Number) -> iolist_to_binary(["u_", integer_to_list(Number)]).

%% Releases unused memory of processes.
collect() ->
    length([erlang:garbage_collect(Process) || Process <- processes()]).
