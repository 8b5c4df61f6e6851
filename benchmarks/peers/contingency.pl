#!/usr/bin/env perl
# Statistics::Contingency over a pairs.csv: one add_result a row, then its table.
#   contingency.pl PAIRS.csv
# The module wants the categories up front, so the file is kept in memory and read once.
use strict;
use warnings;
use Statistics::Contingency;

my ($path) = @ARGV;
open my $file, '<', $path or die "$path: $!\n";
<$file>;
my (@rows, %seen);
while (my $line = <$file>) {
    chomp $line;
    my ($id, $true, $pred) = split /,/, $line, -1;
    my @lists = map { [split /;/, $_] } $true, $pred;
    $seen{$_} = 1 for map { @$_ } @lists;
    push @rows, [$id, @lists];
}
close $file;

my $tally = Statistics::Contingency->new(categories => [sort keys %seen]);
$tally->add_result($_->[2], $_->[1], $_->[0]) for @rows;

print STDERR $tally->stats_table(6);
printf '{"versions": {"Statistics::Contingency": "%s", "Perl": "%vd"}, "n_examples": %d, '
     . '"n_labels": %d, "measures": {"precision_micro": %.17g, "recall_micro": %.17g, '
     . '"f1_micro": %.17g, "hamming_loss": %.17g}}' . "\n",
    $Statistics::Contingency::VERSION, $^V, scalar @rows, scalar keys %seen,
    $tally->micro_precision, $tally->micro_recall, $tally->micro_F1, $tally->micro_error;
